package io.lyrebird.server.net;

import io.lyrebird.server.auth.AuthEnforcement;
import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.request.ReadOperations;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.watch.WatchTables;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.helpers.NOPLogger;

/** One loop without a thread: its connections are embedded channels, its core is a fake, its clock stands still. */
final class LoopBed {
    static final ClientLimits LIMITS = new ClientLimits(0xfffff, 60, 0, 1000, 16 << 20, 10_000, 1 << 20, 64 << 20, 500);

    final Tree tree = new Tree(1, new OwnerEncoding(true, false), false);
    final PhaseLock phases = new PhaseLock(1);
    final FakeCore core = new FakeCore(tree, phases);
    final Metrics metrics = new Metrics();
    final OutstandingLimit outstanding;
    final BufferBudget budget;
    final ClientLoop loop;
    Throwable broken;
    /** Where connections get their memory, so that it can be counted. */
    final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);

    private final EmbeddedChannel first = new EmbeddedChannel();
    private long nowNanos = TimeUnit.HOURS.toNanos(1);

    LoopBed() {
        this(LIMITS, List.of());
    }

    LoopBed(ClientLimits limits, List<String> requiredSchemes) {
        AuthProviders providers = new AuthProviders(List.of(new DigestAuth("SHA1", null), new IpAuth()));
        ClientServices services = new ClientServices(
                core,
                tree,
                new Authorizer(providers, false),
                new AuthEnforcement(requiredSchemes),
                ReadOperations::of,
                new Words(),
                limits,
                metrics,
                (thread, failure) -> broken = failure);
        budget = new BufferBudget(limits.bufferedBytesMax());
        BoundedLog log = new BoundedLog(NOPLogger.NOP_LOGGER, () -> nowNanos);
        loop = new ClientLoop(0, first.eventLoop(), phases, services, budget, log, () -> nowNanos, 7);
        budget.loops(List.of(loop));
        outstanding = new OutstandingLimit(limits.outstandingMax(), limits.outstandingBytesMax());
        core.watches = new WatchTables(List.of(loop.watches()));
        phases.afterWrite(loop::wakeIfPosted);
        tree.create("/a", new byte[] {1, 2, 3}, Acl.OPEN_ACL_UNSAFE, 0, -1, 1, 1);
        tree.setLastZxid(1);
    }

    private static final class Words implements WordHandler {
        private static final int RUOK = 0x72756f6b;
        private static final int STMK = 0x73746d6b;

        @Override
        public boolean isWord(int firstFourBytes) {
            return firstFourBytes == RUOK || takesMask(firstFourBytes);
        }

        @Override
        public boolean takesMask(int word) {
            return word == STMK;
        }

        @Override
        public void answer(int word, long mask, Consumer<String> answer) {
            answer.accept(word == RUOK ? "imok" : Long.toString(mask));
        }
    }

    /** A connection on which nothing has happened yet. */
    RawClient open() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(memory);
        InetSocketAddress remote = new InetSocketAddress("127.0.0.1", 40_000);
        Connection connection = new Connection(loop, outstanding, channel, remote);
        channel.pipeline().addLast(connection);
        channel.pipeline().fireChannelActive();
        return new RawClient(this, channel, connection);
    }

    /** A connection with a session. */
    RawClient connect() {
        RawClient client = open();
        client.send(RawClient.connectRequest(0, 0, true));
        client.receiveConnectResponse();
        return client;
    }

    /** Lets the loop do what it was asked to do. */
    void run() {
        first.runPendingTasks();
        if (broken != null) {
            throw new AssertionError("an invariant was broken", broken);
        }
    }

    void pass(long ms) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(ms);
        first.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        first.runScheduledPendingTasks();
        run();
    }
}
