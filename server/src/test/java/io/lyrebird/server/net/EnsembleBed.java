package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.boot.LyrebirdServer;
import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.store.StoreException;
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

/** Three servers and an observer with everything they are made of, in one process; the engine keeps nothing. */
final class EnsembleBed implements AutoCloseable {
    static final int OBSERVER = 4;
    private static final int SERVERS = 4;
    private static final long WAIT_S = 60;

    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private final List<SocketClient> open = new ArrayList<>();
    final Map<Integer, LyrebirdServer> servers = new TreeMap<>();
    private final Path folder;
    private final String members;

    EnsembleBed(Path folder) throws Exception {
        this.folder = folder;
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

    void start(int id) throws Exception {
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

    @Override
    public void close() throws IOException, StoreException {
        for (SocketClient each : open) {
            each.close();
        }
        for (LyrebirdServer server : servers.values()) {
            server.close();
        }
        assertEquals(null, broken.get(), "an invariant was broken");
    }

    void await(BooleanSupplier condition) throws InterruptedException {
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

    /** Where the others reach a server. */
    EnsembleConfig ensemble(int id) throws ConfigException {
        return ZooCfg.parse(folder.resolve("zoo" + id + ".cfg"), new Properties())
                .ensemble()
                .orElseThrow();
    }

    String mode(int id) {
        return line(id, "srvr", "Mode: ");
    }

    /** What follows these words in an answer; nothing if they are not in it. */
    String line(int id, String word, String words) {
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

    int leader() {
        return servers.keySet().stream()
                .filter(id -> mode(id).equals("leader"))
                .findFirst()
                .orElse(0);
    }

    SocketClient connect(int id) throws IOException {
        return connect(id, 0, new byte[16]);
    }

    SocketClient connect(int id, long sessionId, byte[] password) throws IOException {
        SocketClient client = new SocketClient(servers.get(id).address());
        open.add(client);
        ByteBuf body = Unpooled.buffer();
        new ConnectRequest(0, 0, 10_000, sessionId, password, false, true).encode(body);
        client.send(RawClient.frame(body));
        client.session = ConnectResponse.decode(client.receive());
        return client;
    }

    static ByteBuf call(SocketClient client, int xid, int opCode, Request request) throws IOException {
        client.send(RawClient.request(xid, opCode, request));
        ByteBuf reply = client.receive();
        ReplyHeader header = ReplyHeader.decode(reply);
        assertEquals(xid, header.xid());
        assertEquals(ErrorCode.OK.code(), header.err());
        return reply;
    }

    static void create(SocketClient client, int xid, String path) throws IOException {
        byte[] data = path.getBytes(StandardCharsets.UTF_8);
        call(client, xid, OpCode.CREATE, new CreateRequest(path, data, Acl.OPEN_ACL_UNSAFE, 0));
    }

    static void assertReads(SocketClient client, int xid, String path) throws IOException {
        call(client, xid, OpCode.SYNC, new SyncRequest("/"));
        ByteBuf reply = call(client, xid + 1, OpCode.GET_DATA, new GetDataRequest(path, false));
        assertArrayEquals(
                path.getBytes(StandardCharsets.UTF_8),
                GetDataResponse.decode(reply).data());
    }
}
