package io.lyrebird.perf.load;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.lyrebird.wire.client.SetDataRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One session that asks and waits, for what has to be right and not fast: a load's surroundings, and whether a server serves. */
public final class ControlClient implements AutoCloseable {
    private static final int ANSWER_LIMIT_MS = 30_000;
    private static final int SESSION_TIMEOUT_MS = 30_000;
    private static final int PASSWORD_BYTES = 16;
    private static final int FRAME_BYTES_MAX = 16 << 20;
    private static final int ANY_VERSION = -1;

    private final Socket socket;
    private final DataInputStream in;
    private int lastXid;

    private ControlClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    public static ControlClient connect(InetSocketAddress server) throws IOException {
        return connect(server, ANSWER_LIMIT_MS);
    }

    /** With a limit to the handshake. */
    public static ControlClient connect(InetSocketAddress server, int handshakeLimitMs) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(handshakeLimitMs);
            socket.connect(server, handshakeLimitMs);
            ControlClient client = new ControlClient(socket);
            client.openSession();
            socket.setSoTimeout(ANSWER_LIMIT_MS);
            return client;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private void openSession() throws IOException {
        ByteBuf out = frame();
        new ConnectRequest(0, 0, SESSION_TIMEOUT_MS, 0, new byte[PASSWORD_BYTES], false, true).encode(out);
        send(out);
        if (ConnectResponse.decode(receive()).timeoutMs() <= 0) {
            throw new IOException("the server refused the session");
        }
    }

    /** The error of the answer, OK included. Watch events on the way are dropped. */
    public ErrorCode request(int opCode, Request body) throws IOException {
        lastXid++;
        ByteBuf out = frame();
        new RequestHeader(lastXid, opCode).encode(out);
        RequestCodec.encode(opCode, body, out);
        send(out);
        while (true) {
            ReplyHeader reply = ReplyHeader.decode(receive());
            if (reply.xid() == lastXid) {
                return ErrorCode.of(reply.err());
            }
            if (reply.xid() >= 0) {
                throw new MalformedException(
                        "the reply to request " + reply.xid() + " came when " + lastXid + " was asked");
            }
        }
    }

    /** Creates a persistent node unless it is there. */
    public void ensure(String path) throws IOException {
        ErrorCode error = request(
                OpCode.CREATE, new CreateRequest(path, new byte[0], Acl.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT.flag()));
        expect(path, error, ErrorCode.NODE_EXISTS);
    }

    /** Deletes a node unless it is gone. */
    public void remove(String path) throws IOException {
        expect(path, request(OpCode.DELETE, new DeleteRequest(path, ANY_VERSION)), ErrorCode.NO_NODE);
    }

    public void setData(String path, byte[] data) throws IOException {
        expect(path, request(OpCode.SET_DATA, new SetDataRequest(path, data, ANY_VERSION)), ErrorCode.OK);
    }

    private static void expect(String path, ErrorCode error, ErrorCode alsoFine) throws IOException {
        if (error != ErrorCode.OK && error != alsoFine) {
            throw new IOException(path + ": the server answered " + error);
        }
    }

    private static ByteBuf frame() {
        return Unpooled.buffer().writeInt(0);
    }

    private void send(ByteBuf frame) throws IOException {
        frame.setInt(0, frame.readableBytes() - Integer.BYTES);
        socket.getOutputStream().write(frame.array(), frame.readerIndex(), frame.readableBytes());
    }

    private ByteBuf receive() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > FRAME_BYTES_MAX) {
            throw new MalformedException("a frame of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the server closed the connection");
        }
        return Unpooled.wrappedBuffer(bytes);
    }

    @Override
    public void close() throws IOException {
        try (socket) {
            request(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        }
    }
}
