package io.lyrebird.server.boot;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.DataFolders;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.store.StoreException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Serves one session on a folder of its own and ends, so that a JVM that is told to can keep the classes it has loaded
 * and verified for the next start (class-data sharing).
 */
final class Rehearsal {
    private static final int TIMEOUT_MS = 10_000;
    private static final int PASSWORD_BYTES = 16;

    private Rehearsal() {}

    static void run() throws ConfigException, StoreException, IOException {
        Path folder = Files.createTempDirectory("lyrebird-rehearsal");
        try {
            ServerConfig config = config(folder);
            DataFolders.prepare(config);
            Thread.UncaughtExceptionHandler halt =
                    (thread, failure) -> Runtime.getRuntime().halt(1);
            try (LyrebirdServer server = LyrebirdServer.start(config, halt);
                    Socket socket = new Socket(
                            server.address().getAddress(), server.address().getPort())) {
                socket.setSoTimeout(TIMEOUT_MS);
                oneSession(socket);
            }
        } finally {
            delete(folder);
        }
    }

    private static ServerConfig config(Path folder) throws ConfigException, IOException {
        Properties zooCfg = new Properties();
        zooCfg.setProperty("dataDir", folder.resolve("data").toString());
        zooCfg.setProperty("clientPort", "0");
        zooCfg.setProperty("clientPortAddress", "127.0.0.1");
        Path file = folder.resolve("zoo.cfg");
        try (var out = Files.newOutputStream(file)) {
            zooCfg.store(out, null);
        }
        return ZooCfg.parse(file, System.getProperties());
    }

    private static void oneSession(Socket socket) throws IOException {
        ByteBuf hello = frame();
        new ConnectRequest(0, 0, TIMEOUT_MS, 0, new byte[PASSWORD_BYTES], false, true).encode(hello);
        ask(socket, hello);
        ask(socket, request(1, OpCode.CREATE, new CreateRequest("/rehearsal", new byte[0], Acl.OPEN_ACL_UNSAFE, 0)));
        ask(socket, request(2, OpCode.GET_DATA, new GetDataRequest("/rehearsal", false)));
        ask(socket, request(3, OpCode.CLOSE_SESSION, new CloseSessionRequest()));
    }

    private static ByteBuf frame() {
        return Unpooled.buffer().writeInt(0);
    }

    private static ByteBuf request(int xid, int opCode, Request body) {
        ByteBuf out = frame();
        new RequestHeader(xid, opCode).encode(out);
        RequestCodec.encode(opCode, body, out);
        return out;
    }

    private static void ask(Socket socket, ByteBuf out) throws IOException {
        out.setInt(0, out.readableBytes() - Integer.BYTES);
        socket.getOutputStream().write(out.array(), 0, out.readableBytes());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(in.readInt());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
