package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lyrebird.server.auth.AuthEnforcement;
import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.request.ReadOperations;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.AddWatchRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.WatchMode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over real sockets, on two loops and a core of their own threads. */
@Timeout(120)
class ClientServerTest {
    private static final int LOOPS = 2;
    private static final ClientLimits LIMITS =
            new ClientLimits(0xfffff, 0, 0, 1000, 16 << 20, 10_000, 4 << 20, 64 << 20, 500);

    private final Tree tree = new Tree(1, new OwnerEncoding(true, false), false);
    private final PhaseLock phases = new PhaseLock(LOOPS);
    private final ThreadedCore core = new ThreadedCore(tree, phases);
    private final Metrics metrics = new Metrics();
    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private ClientServer server;

    private static final class Words implements WordHandler {
        @Override
        public boolean isWord(int firstFourBytes) {
            return firstFourBytes == 0x72756f6b;
        }

        @Override
        public boolean takesMask(int word) {
            return false;
        }

        @Override
        public void answer(int word, long mask, Consumer<String> answer) {
            Thread slow = new Thread(() -> answer.accept("imok"));
            slow.start();
        }
    }

    private void start(ClientLimits limits) throws IOException {
        start(limits, Epoll.isAvailable());
    }

    private void start(ClientLimits limits, boolean epoll) throws IOException {
        tree.create("/a", new byte[Integer.BYTES], Acl.OPEN_ACL_UNSAFE, 0, -1, 1, 1);
        tree.create("/big", new byte[100_000], Acl.OPEN_ACL_UNSAFE, 0, -1, 1, 1);
        tree.setLastZxid(1);
        AuthProviders providers = new AuthProviders(List.of(new DigestAuth("SHA1", null), new IpAuth()));
        ClientServices services = new ClientServices(
                core,
                tree,
                new Authorizer(providers, false),
                new AuthEnforcement(List.of()),
                ReadOperations::of,
                new Words(),
                limits,
                metrics,
                (thread, failure) -> broken.set(failure));
        server = new ClientServer(services, phases, 7, epoll);
        core.core.watches = server.watchTrigger();
        server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), -1, false);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        if (server != null) {
            server.close();
        }
        core.stop();
        assertEquals(null, broken.get(), "an invariant was broken");
    }

    private SocketClient open() throws IOException {
        SocketClient client = new SocketClient(server.address());
        open.add(client);
        return client;
    }

    private SocketClient connect() throws IOException {
        return open().connect();
    }

    private static void await(String what, BooleanSupplier condition) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - giveUp < 0, what);
            Thread.onSpinWait();
        }
    }

    private static byte[] setData(int xid, int value) {
        byte[] data = Unpooled.buffer(Integer.BYTES).writeInt(value).array();
        return RawClient.request(xid, OpCode.SET_DATA, new SetDataRequest("/a", data, -1));
    }

    private static byte[] getData(int xid, String path, boolean watch) {
        return RawClient.request(xid, OpCode.GET_DATA, new GetDataRequest(path, watch));
    }

    private static byte[] ping() {
        return RawClient.request(-2, OpCode.PING, null);
    }

    // --- order, with all threads at work

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyClientSeesItsOwnWritesAndHearsOfChangesBeforeItSeesThem(boolean epoll) throws Exception {
        assumeTrue(!epoll || Epoll.isAvailable());
        start(LIMITS, epoll);
        int clients = 8;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                int number = i;
                SocketClient client = connect();
                all.add(threads.submit(() -> {
                    exchange(client, number);
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get(90, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Batches of reads with a watch and writes, pipelined; then everything that came back is held against the rules. */
    private static void exchange(SocketClient client, int number) throws IOException {
        SplittableRandom random = new SplittableRandom(number);
        int xid = 0;
        long lastZxid = 0;
        boolean watching = false;
        long readZxid = 0;
        for (int round = 0; round < 300; round++) {
            boolean[] isWrite = new boolean[1 + random.nextInt(20)];
            byte[][] frames = new byte[isWrite.length][];
            for (int i = 0; i < isWrite.length; i++) {
                isWrite[i] = random.nextInt(3) == 0;
                frames[i] = isWrite[i] ? setData(xid + i + 1, number) : getData(xid + i + 1, "/a", true);
            }
            client.send(frames);
            for (int i = 0; i < isWrite.length; ) {
                ByteBuf frame = client.receive();
                ReplyHeader header = ReplyHeader.decode(frame);
                if (header.xid() == -1) {
                    assertTrue(watching, "an event for a watch that was not set");
                    assertTrue(header.zxid() > readZxid, "an event older than what was read");
                    watching = false;
                    continue;
                }
                assertEquals(++xid, header.xid(), "replies come in the order of requests");
                assertEquals(0, header.err());
                assertTrue(header.zxid() >= lastZxid, "zxids go back");
                if (isWrite[i]) {
                    assertTrue(!watching, "the reply of a write came before the event it caused");
                } else {
                    long mzxid = GetDataResponse.decode(frame).stat().mzxid();
                    assertTrue(!watching || mzxid == readZxid, "a change was seen before its event");
                    assertTrue(mzxid >= readZxid && mzxid <= header.zxid());
                    readZxid = mzxid;
                    watching = true;
                }
                lastZxid = header.zxid();
                i++;
            }
        }
    }

    // --- flow control

    @Test
    void aClientThatDoesNotReadCostsBoundedMemoryAndGetsEverythingInTheEnd() throws Exception {
        start(LIMITS);
        int requests = 1000;
        SocketClient slow = new SocketClient(server.address(), 16 * 1024);
        open.add(slow);
        slow.connect();
        byte[][] frames = new byte[requests][];
        for (int i = 0; i < requests; i++) {
            frames[i] = getData(i + 1, "/big", false);
        }
        slow.send(frames);
        long bytesMax = 20_000_000; // of the hundred that were asked for: what the system buffers, and a little
        await("the loop never got to it", () -> metrics.total(Counter.RESPONSE_BYTES) > 200_000);
        for (int i = 0; i < 50; i++) {
            for (int each = 0; each < LOOPS; each++) {
                SocketClient other = connect();
                other.send(ping());
                assertEquals(-2, other.receiveHeader().xid());
                other.close();
            }
        }
        assertTrue(metrics.total(Counter.RESPONSE_BYTES) < bytesMax, "answers pile up for a client that does not read");
        for (int i = 0; i < requests; i++) {
            ByteBuf reply = slow.receive();
            assertEquals(i + 1, ReplyHeader.decode(reply).xid());
            assertEquals(100_000, GetDataResponse.decode(reply).data().length);
        }
    }

    @Test
    void aClientThatDoesNotReadItsEventsIsGivenUp() throws Exception {
        start(LIMITS);
        SocketClient slow = new SocketClient(server.address(), 16 * 1024);
        open.add(slow);
        slow.connect();
        slow.send(RawClient.request(1, OpCode.ADD_WATCH, new AddWatchRequest("/a", WatchMode.PERSISTENT)));
        slow.receiveHeader();
        SocketClient writer = connect();
        assertEquals(2, server.connectionCount());
        core.execute(() -> {
            for (int batch = 0; batch < 1000; batch++) {
                phases.writePhase(() -> {
                    for (int i = 0; i < 1000; i++) {
                        server.watchTrigger().dataChanged("/a", 2, Acl.OPEN_ACL_UNSAFE);
                    }
                });
            }
        });
        await("the connection is kept", () -> server.connectionCount() == 1);
        assertTrue(metrics.total(Counter.WATCH_BYTES) < 40_000_000, "it took long to notice");
        writer.send(ping());
        assertEquals(-2, writer.receiveHeader().xid());
    }

    // --- limits and endings

    @Test
    void noMoreConnectionsThanAllowedFromOneAddress() throws Exception {
        start(new ClientLimits(0xfffff, 2, 0, 1000, 16 << 20, 10_000, 1 << 20, 64 << 20, 500));
        SocketClient first = connect();
        connect();
        assertTrue(open().isClosed());
        first.close();
        await("the place is not free again", () -> server.connectionCount() == 1);
        connect();
        assertEquals(1, metrics.total(Counter.CONNECTIONS_REJECTED));
    }

    @Test
    void noMoreConnectionsThanAllowedInAll() throws Exception {
        start(new ClientLimits(0xfffff, 0, 1, 1000, 16 << 20, 10_000, 1 << 20, 64 << 20, 500));
        connect();
        assertTrue(open().isClosed());
    }

    @Test
    void aWordIsAnsweredAlsoToWhoHasClosedItsSide() throws Exception {
        start(LIMITS);
        SocketClient netcat = open();
        netcat.send("ruok".getBytes(StandardCharsets.US_ASCII));
        netcat.socket.shutdownOutput();
        assertEquals("imok", netcat.receiveText());
    }

    @Test
    void aConnectionThatAsksForNothingIsClosed() throws Exception {
        start(new ClientLimits(0xfffff, 0, 0, 1000, 16 << 20, 200, 1 << 20, 64 << 20, 500));
        SocketClient silent = open();
        SocketClient half = open();
        half.send(new byte[] {0, 0, 0});
        SocketClient served = connect();
        assertTrue(silent.isClosed());
        assertTrue(half.isClosed());
        served.send(ping());
        assertEquals(-2, served.receiveHeader().xid());
    }

    @Test
    void operatorsSeeConnectionsAndWatches() throws Exception {
        start(LIMITS);
        SocketClient one = connect();
        SocketClient two = connect();
        for (SocketClient client : List.of(one, two)) {
            client.send(getData(7, "/a", true));
            client.receiveHeader();
        }
        assertEquals(2, server.connections().size());
        assertEquals(2, server.watchCount());
        assertEquals(List.of("/a"), server.dataWatches().get(one.session.sessionId()), "watches by session");
        assertEquals(7, server.connections().get(0).stats().lastCxid());
        server.resetConnectionStats();
        assertEquals(-1, server.connections().get(0).stats().lastCxid());
        one.close();
        two.close();
        await("the connections are still there", () -> server.connections().isEmpty());
        assertEquals(0, server.watchCount());
    }

    @Test
    void closingTheServerSendsWhatIsThereAndClosesConnections() throws Exception {
        start(LIMITS);
        SocketClient client = connect();
        client.send(getData(1, "/a", false));
        assertEquals(1, client.receiveHeader().xid());
        server.close();
        server = null;
        assertTrue(client.isClosed());
    }

    @Test
    void aFloodOfConnectionsThatGoAtOnceLeavesNothingBehind() throws Exception {
        start(LIMITS);
        SocketClient steady = connect();
        for (int i = 0; i < 500; i++) {
            try (SocketClient brief = new SocketClient(server.address())) {
                if (i % 3 == 0) {
                    brief.send(RawClient.connectRequest(0, 0, true));
                } else if (i % 3 == 1) {
                    brief.send(new byte[] {0, 0});
                }
            }
        }
        await("connections are left", () -> server.connectionCount() == 1);
        steady.send(ping());
        assertEquals(-2, steady.receiveHeader().xid());
    }
}
