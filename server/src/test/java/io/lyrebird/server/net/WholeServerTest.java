package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.boot.LyrebirdServer;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SyncRequest;
import io.lyrebird.wire.client.WatcherEvent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as clients meet it: sockets, loops, core, log and tree together, on the engine that keeps nothing. */
@Timeout(60)
class WholeServerTest {
    private static final int EPHEMERAL = 1;

    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private final List<SocketClient> open = new ArrayList<>();
    private LyrebirdServer server;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("zoo.cfg");
        Files.writeString(
                file,
                String.join(
                        "\n",
                        "dataDir=" + folder.resolve("data"),
                        "clientPort=0",
                        "clientPortAddress=127.0.0.1",
                        "tickTime=200",
                        "4lw.commands.whitelist=*",
                        "lyrebird.store=memory",
                        "lyrebird.client.threads=2"));
        Files.createDirectory(folder.resolve("data"));
        server = LyrebirdServer.start(ZooCfg.parse(file, new Properties()), (thread, failure) -> broken.set(failure));
    }

    @AfterEach
    void stop() throws Exception {
        for (SocketClient each : open) {
            each.close();
        }
        server.close();
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

    private SocketClient connect(int timeoutMs, long sessionId, byte[] password) throws IOException {
        SocketClient client = open();
        ByteBuf body = Unpooled.buffer();
        new ConnectRequest(0, 0, timeoutMs, sessionId, password, false, true).encode(body);
        client.send(RawClient.frame(body));
        client.session = ConnectResponse.decode(client.receive());
        return client;
    }

    private static Request create(String path, int flags) {
        return new CreateRequest(path, new byte[] {1}, Acl.OPEN_ACL_UNSAFE, flags);
    }

    private static ByteBuf call(SocketClient client, int xid, int opCode, Request request) throws IOException {
        client.send(RawClient.request(xid, opCode, request));
        ByteBuf reply = client.receive();
        assertEquals(xid, reply.getInt(0));
        return reply;
    }

    private static int error(ByteBuf reply) {
        return ReplyHeader.decode(reply).err();
    }

    @Test
    void aPipelineOfWritesAndReadsIsAnsweredInOrder() throws Exception {
        SocketClient client = connect();
        assertEquals(0, error(call(client, 1, OpCode.CREATE, create("/a", 0))));
        byte[][] frames = new byte[200][];
        for (int i = 0; i < frames.length; i += 2) {
            byte[] value = {(byte) i};
            frames[i] = RawClient.request(i + 2, OpCode.SET_DATA, new SetDataRequest("/a", value, -1));
            frames[i + 1] = RawClient.request(i + 3, OpCode.GET_DATA, new GetDataRequest("/a", false));
        }
        client.send(frames);
        for (int i = 0; i < frames.length; i += 2) {
            assertEquals(new ReplyHeader(i + 2, i / 2 + 3L, 0), localZxid(client.receiveHeader()));
            ByteBuf read = client.receive();
            assertEquals(i + 3, ReplyHeader.decode(read).xid());
            assertArrayEquals(
                    new byte[] {(byte) i}, GetDataResponse.decode(read).data());
        }
    }

    /** Without the epoch. */
    private static ReplyHeader localZxid(ReplyHeader header) {
        return new ReplyHeader(header.xid(), header.zxid() & 0xffffffffL, header.err());
    }

    @Test
    void aWatcherHearsOfAChangeBeforeItsOwnSyncIsAnswered() throws Exception {
        SocketClient writer = connect();
        SocketClient watcher = connect();
        assertEquals(0, error(call(writer, 1, OpCode.CREATE, create("/a", 0))));
        for (int i = 0; i < 200; i++) {
            assertEquals(0, error(call(watcher, 2 * i, OpCode.SYNC, new SyncRequest("/"))));
            assertEquals(0, error(call(watcher, 2 * i + 1, OpCode.GET_DATA, new GetDataRequest("/a", true))));
            ByteBuf written = call(writer, i + 2, OpCode.SET_DATA, new SetDataRequest("/a", new byte[3], -1));
            long zxid = ReplyHeader.decode(written).zxid();
            watcher.send(RawClient.request(2 * i + 2, OpCode.SYNC, new SyncRequest("/")));
            ByteBuf event = watcher.receive();
            assertEquals(new ReplyHeader(-1, zxid, 0), ReplyHeader.decode(event));
            assertEquals(new WatcherEvent(3, 3, "/a"), WatcherEvent.decode(event));
            assertEquals(2 * i + 2, watcher.receiveHeader().xid());
        }
    }

    @Test
    void aSessionMovesToItsNewConnectionAndTheOldOneEnds() throws Exception {
        SocketClient first = connect(4000, 0, new byte[16]);
        assertEquals(0, error(call(first, 1, OpCode.CREATE, create("/mine", EPHEMERAL))));
        SocketClient second = connect(4000, first.session.sessionId(), first.session.passwd());
        assertEquals(first.session.sessionId(), second.session.sessionId());
        assertTrue(first.isClosed());
        assertEquals(0, error(call(second, 2, OpCode.EXISTS, new ExistsRequest("/mine", false))));
    }

    @Test
    void aWrongPasswordOrAnUnknownSessionIsRefused() throws Exception {
        SocketClient first = connect(4000, 0, new byte[16]);
        for (long id : new long[] {first.session.sessionId(), 4711}) {
            SocketClient refused = connect(4000, id, new byte[16]);
            assertEquals(0, refused.session.sessionId());
            assertEquals(0, refused.session.timeoutMs());
            assertTrue(refused.isClosed());
        }
        assertEquals(0, error(call(first, 1, OpCode.CREATE, create("/still-here", 0))));
    }

    @Test
    void aSilentSessionExpiresAndItsEphemeralsGo() throws Exception {
        SocketClient watcher = connect(4000, 0, new byte[16]);
        SocketClient silent = connect(1000, 0, new byte[16]);
        assertEquals(1000, silent.session.timeoutMs());
        assertEquals(0, error(call(silent, 1, OpCode.CREATE, create("/mine", EPHEMERAL))));
        assertEquals(0, error(call(watcher, 1, OpCode.EXISTS, new ExistsRequest("/mine", true))));
        ByteBuf event = watcher.receive();
        assertEquals(-1, ReplyHeader.decode(event).xid());
        assertEquals(new WatcherEvent(2, 3, "/mine"), WatcherEvent.decode(event));
        assertTrue(silent.isClosed());
        SocketClient late = connect(1000, silent.session.sessionId(), silent.session.passwd());
        assertEquals(0, late.session.sessionId());
    }

    @Test
    void readsAndPingsKeepASessionAlive() throws Exception {
        SocketClient client = connect(1000, 0, new byte[16]);
        long until = System.nanoTime() + 2_500_000_000L;
        int xid = 0;
        while (System.nanoTime() - until < 0) {
            assertEquals(0, error(call(client, ++xid, OpCode.EXISTS, new ExistsRequest("/", false))));
        }
        assertTrue(xid > 1);
    }

    @Test
    void closingASessionIsAnsweredAndTakesItsEphemeralsWithIt() throws Exception {
        SocketClient other = connect();
        SocketClient client = connect();
        assertEquals(0, error(call(client, 1, OpCode.CREATE, create("/mine", EPHEMERAL))));
        assertEquals(0, error(call(client, 2, OpCode.CLOSE_SESSION, null)));
        assertTrue(client.isClosed());
        ByteBuf gone = call(other, 1, OpCode.EXISTS, new ExistsRequest("/mine", false));
        assertEquals(ErrorCode.NO_NODE.code(), error(gone));
    }

    @Test
    void errorsOfWritesHaveAZxidAndNoBody() throws Exception {
        SocketClient client = connect();
        ByteBuf reply = call(client, 1, OpCode.DELETE, new DeleteRequest("/missing", -1));
        ReplyHeader header = ReplyHeader.decode(reply);
        assertEquals(ErrorCode.NO_NODE.code(), header.err());
        assertNotEquals(0, header.zxid());
        assertEquals(0, reply.readableBytes());
    }

    @Test
    void fourLetterWordsAreAnsweredFromTheRunningServer() throws Exception {
        SocketClient client = connect();
        assertEquals(0, error(call(client, 1, OpCode.GET_DATA, new GetDataRequest("/", true))));
        assertEquals("imok", word("ruok"));
        assertTrue(word("srvr").contains("Mode: standalone"), word("srvr"));
        assertTrue(word("wchs").contains("1 connections watching 1 paths"), word("wchs"));
        String cons = word("cons");
        assertTrue(cons.contains("sid=0x" + Long.toHexString(client.session.sessionId())), cons);
    }

    private String word(String word) throws IOException {
        SocketClient asking = open();
        asking.send(word.getBytes(StandardCharsets.US_ASCII));
        return asking.receiveText();
    }
}
