package io.lyrebird.server.quorum;

import static org.junit.jupiter.api.Assertions.fail;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.PeerState;
import io.lyrebird.zab.Bounds;
import io.lyrebird.zab.Input;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** One server's transport, with a core that only remembers what it is told. */
final class TestPeer implements AutoCloseable {
    static final PeerLimits LIMITS = new PeerLimits(2 << 20, 64 << 20, 5_000, 5_000, 10_000, 10_000);
    private static final long BOUND_MS = 20_000;

    final PeerTransport transport;
    final LinkedBlockingQueue<Input> inputs = new LinkedBlockingQueue<>();

    private TestPeer(EnsembleConfig ensemble, PeerLimits limits, boolean coreWorks, PeerSockets.Names names) {
        transport = new PeerTransport(
                ensemble,
                limits,
                input -> {
                    if (input instanceof CoreInput.FromZab zab) {
                        inputs.add(zab.input());
                    } else if (input instanceof CoreInput.Inspect inspect && coreWorks) {
                        inspect.look().run();
                    }
                },
                names);
    }

    static TestPeer start(EnsembleConfig ensemble) throws IOException {
        return start(ensemble, LIMITS, true);
    }

    static TestPeer start(EnsembleConfig ensemble, PeerLimits limits, boolean coreWorks) throws IOException {
        return start(new TestPeer(ensemble, limits, coreWorks, InetAddress::getAllByName));
    }

    static TestPeer start(EnsembleConfig ensemble, PeerSockets.Names names) throws IOException {
        return start(new TestPeer(ensemble, LIMITS, true, names));
    }

    private static TestPeer start(TestPeer peer) throws IOException {
        peer.transport.start();
        return peer;
    }

    /** Members with these ids on free ports of the loopback address. */
    static List<Member> members(long... ids) throws IOException {
        List<Member> members = new ArrayList<>();
        List<ServerSocket> held = new ArrayList<>();
        for (long id : ids) {
            List<Address> addresses = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                ServerSocket socket = new ServerSocket();
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                held.add(socket);
                addresses.add(new Address("127.0.0.1", socket.getLocalPort()));
            }
            members.add(new Member(id, true, List.of(addresses.get(0)), List.of(addresses.get(1)), Optional.empty()));
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return members;
    }

    static EnsembleConfig ensemble(long myId, List<Member> members) {
        return new EnsembleConfig(
                myId,
                members,
                List.of(),
                "",
                0,
                true,
                new EnsembleConfig.Limits(10, 5, 10, 5000, 5000, 100),
                new EnsembleConfig.Election(200, 60_000),
                new EnsembleConfig.Network(false, 3, false, false),
                new EnsembleConfig.Synchronisation(500, 0.33, false, Bounds.DEFAULT.counterMax()));
    }

    static InetSocketAddress electionAddress(EnsembleConfig ensemble) {
        return ensemble.self().electionAddresses().get(0).resolve();
    }

    static InetSocketAddress quorumAddress(EnsembleConfig ensemble) {
        return ensemble.self().quorumAddresses().get(0).resolve();
    }

    static Notification vote(long round) {
        return new Notification(PeerState.LOOKING, 1, 0x100, round, 0, Notification.VERSION, "version=0");
    }

    /** The next input, which must be of this kind. */
    <T extends Input> T next(Class<T> kind) throws InterruptedException {
        Input input = inputs.poll(BOUND_MS, TimeUnit.MILLISECONDS);
        if (!kind.isInstance(input)) {
            fail("expected " + kind.getSimpleName() + ", got " + input);
        }
        return kind.cast(input);
    }

    /** Leaves out what comes before. */
    <T extends Input> T await(Class<T> kind, Predicate<T> wanted) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BOUND_MS);
        while (true) {
            Input input = inputs.poll(Math.max(1, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (input == null) {
                return fail("no such " + kind.getSimpleName());
            }
            if (kind.isInstance(input) && wanted.test(kind.cast(input))) {
                return kind.cast(input);
            }
        }
    }

    static void await(BooleanSupplier condition, String what) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BOUND_MS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNanos) {
                fail("waited in vain: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Override
    public void close() {
        transport.close();
    }
}
