package io.lyrebird.server.net;

import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.ReplyHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A blocking client that speaks raw frames. */
final class SocketClient implements AutoCloseable {
    private static final int TIMEOUT_MS = 30_000;

    final Socket socket = new Socket();
    private final DataInputStream in;
    ConnectResponse session;

    SocketClient(InetSocketAddress server) throws IOException {
        this(server, 0);
    }

    SocketClient(InetSocketAddress server, int receiveBufferBytes) throws IOException {
        if (receiveBufferBytes > 0) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        socket.connect(server, TIMEOUT_MS);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
    }

    SocketClient connect() throws IOException {
        send(RawClient.connectRequest(0, 0, true));
        session = ConnectResponse.decode(receive());
        return this;
    }

    void send(byte[]... parts) throws IOException {
        socket.getOutputStream().write(RawClient.join(parts));
    }

    ByteBuf receive() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return Unpooled.wrappedBuffer(frame);
    }

    ReplyHeader receiveHeader() throws IOException {
        return ReplyHeader.decode(receive());
    }

    String receiveText() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Whether the server has closed the connection, after whatever it had sent. */
    boolean isClosed() {
        try {
            in.readAllBytes();
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
