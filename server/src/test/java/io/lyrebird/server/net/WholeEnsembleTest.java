package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.boot.LyrebirdServer;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.SyncRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three servers and an observer with everything they are made of, in one process; the engine keeps nothing. */
@Timeout(120)
class WholeEnsembleTest {
    private static final int SERVERS = 4;
    private static final int OBSERVER = 4;
    private static final long WAIT_S = 60;

    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private final List<SocketClient> open = new ArrayList<>();
    private final Map<Integer, LyrebirdServer> servers = new TreeMap<>();
    private Path folder;
    private String members;

    @BeforeEach
    void start(@TempDir Path newFolder) throws Exception {
        folder = newFolder;
        members = members();
        for (int id = 1; id <= SERVERS; id++) {
            start(id);
        }
        await(() -> servers.keySet().stream().noneMatch(id -> mode(id).isEmpty()));
    }

    private static String members() throws IOException {
        List<ServerSocket> ports = new ArrayList<>();
        for (int i = 0; i < 2 * SERVERS; i++) {
            ports.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        StringBuilder lines = new StringBuilder();
        for (int id = 1; id <= SERVERS; id++) {
            lines.append("server.%d=127.0.0.1:%d:%d%s\n"
                    .formatted(
                            id,
                            ports.get(2 * id - 2).getLocalPort(),
                            ports.get(2 * id - 1).getLocalPort(),
                            id == OBSERVER ? ":observer" : ""));
        }
        for (ServerSocket port : ports) {
            port.close();
        }
        return lines.toString();
    }

    private void start(int id) throws Exception {
        Path data = folder.resolve("data" + id);
        Files.createDirectories(data);
        Files.writeString(data.resolve("myid"), Integer.toString(id));
        Path file = folder.resolve("zoo" + id + ".cfg");
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "dataDir=" + data,
                        "clientPort=0",
                        "clientPortAddress=127.0.0.1",
                        "tickTime=500",
                        "initLimit=20",
                        "syncLimit=20",
                        "forceSnapshotSync=true",
                        "4lw.commands.whitelist=*",
                        "lyrebird.store=memory",
                        "lyrebird.memory.voter=true",
                        "lyrebird.client.threads=1",
                        members));
        servers.put(
                id,
                LyrebirdServer.start(ZooCfg.parse(file, new Properties()), (thread, failure) -> broken.set(failure)));
    }

    @AfterEach
    void stop() throws Exception {
        for (SocketClient each : open) {
            each.close();
        }
        for (LyrebirdServer server : servers.values()) {
            server.close();
        }
        assertEquals(null, broken.get(), "an invariant was broken");
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (!condition.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() < deadline,
                    "it did not come to that: "
                            + servers.keySet().stream().map(this::mode).toList());
            assertEquals(null, broken.get(), "an invariant was broken");
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private String mode(int id) {
        return line(id, "srvr", "Mode: ");
    }

    /** What follows these words in an answer; nothing if they are not in it. */
    private String line(int id, String word, String words) {
        try (SocketClient client = new SocketClient(servers.get(id).address())) {
            client.send(word.getBytes(StandardCharsets.US_ASCII));
            return client.receiveText()
                    .lines()
                    .filter(line -> line.startsWith(words))
                    .map(line -> line.substring(words.length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private int leader() {
        return servers.keySet().stream()
                .filter(id -> mode(id).equals("leader"))
                .findFirst()
                .orElse(0);
    }

    private SocketClient connect(int id) throws IOException {
        return connect(id, 0, new byte[16]);
    }

    private SocketClient connect(int id, long sessionId, byte[] password) throws IOException {
        SocketClient client = new SocketClient(servers.get(id).address());
        open.add(client);
        ByteBuf body = Unpooled.buffer();
        new ConnectRequest(0, 0, 10_000, sessionId, password, false, true).encode(body);
        client.send(RawClient.frame(body));
        client.session = ConnectResponse.decode(client.receive());
        return client;
    }

    private static ByteBuf call(SocketClient client, int xid, int opCode, Request request) throws IOException {
        client.send(RawClient.request(xid, opCode, request));
        ByteBuf reply = client.receive();
        ReplyHeader header = ReplyHeader.decode(reply);
        assertEquals(xid, header.xid());
        assertEquals(ErrorCode.OK.code(), header.err());
        return reply;
    }

    private static void create(SocketClient client, int xid, String path) throws IOException {
        byte[] data = path.getBytes(StandardCharsets.UTF_8);
        call(client, xid, OpCode.CREATE, new CreateRequest(path, data, Acl.OPEN_ACL_UNSAFE, 0));
    }

    private static void assertReads(SocketClient client, int xid, String path) throws IOException {
        call(client, xid, OpCode.SYNC, new SyncRequest("/"));
        ByteBuf reply = call(client, xid + 1, OpCode.GET_DATA, new GetDataRequest(path, false));
        assertArrayEquals(
                path.getBytes(StandardCharsets.UTF_8),
                GetDataResponse.decode(reply).data());
    }

    @Test
    void eachServerServesAndSaysWhatItIs() throws Exception {
        assertEquals("observer", mode(OBSERVER));
        for (int id : servers.keySet()) {
            create(connect(id), 1, "/from" + id);
        }
        for (int id : servers.keySet()) {
            SocketClient client = connect(id);
            for (int writer : servers.keySet()) {
                assertReads(client, 2 * writer, "/from" + writer);
            }
        }
        int leader = leader();
        assertEquals("3", line(leader, "mntr", "zk_learners\t"));
        assertEquals("2", line(leader, "mntr", "zk_synced_followers\t"));
        assertEquals("1", line(leader, "mntr", "zk_synced_observers\t"));
        assertEquals("3", line(OBSERVER, "mntr", "zk_quorum_size\t"));
        assertEquals("observing - broadcast", line(OBSERVER, "mntr", "zk_peer_state\t"));
        assertEquals("1", line(OBSERVER, "conf", "peerType="));
    }

    @Test
    void clientGoesOnWithItsSessionWhenTheLeaderIsGone() throws Exception {
        SocketClient client = connect(leader());
        create(client, 1, "/before");
        int gone = leader();
        servers.remove(gone).close();
        await(() -> leader() != 0);
        SocketClient again = connect(leader(), client.session.sessionId(), client.session.passwd());
        assertEquals(client.session.sessionId(), again.session.sessionId());
        assertReads(again, 2, "/before");
        create(again, 4, "/after");

        start(gone);
        await(() -> mode(gone).equals("follower"));
        SocketClient behind = connect(gone);
        assertReads(behind, 1, "/before");
        assertReads(behind, 3, "/after");
    }
}
