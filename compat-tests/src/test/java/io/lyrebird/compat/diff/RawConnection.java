package io.lyrebird.compat.diff;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** A client's connection, frame by frame: no session, no retries, no opinion about what is sent. */
public final class RawConnection implements Closeable {
    private static final int CONNECT_LIMIT_MS = 10_000;
    private static final int FRAME_MAX = 64 << 20;

    private final Socket socket;
    private final DataInputStream in;
    private boolean closedByServer;

    public RawConnection(InetSocketAddress server) throws IOException {
        this(server, null);
    }

    /** From a local address of choice: the loopback network has many. */
    public RawConnection(InetSocketAddress server, InetSocketAddress local) throws IOException {
        socket = new Socket();
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.setTcpNoDelay(true);
            socket.connect(server, CONNECT_LIMIT_MS);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 8192));
    }

    /** What a frame looks like on the wire. */
    public static byte[] framed(byte[] frame) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(frame.length + 4);
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(frame.length);
            out.write(frame);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    /** Sends bytes as they are. A server that has closed the connection meanwhile shows when it is read from. */
    public void send(byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException e) {
            // There may still be something to read.
        }
    }

    /**
     * The next frame, or null once the server has closed the connection.
     *
     * @throws SocketTimeoutException if nothing comes within the limit
     */
    public byte[] receive(int limitMs) throws IOException {
        try {
            socket.setSoTimeout(limitMs);
            int length = in.readInt();
            if (length < 0 || length > FRAME_MAX) {
                throw new IOException("a frame of " + length + " bytes");
            }
            byte[] frame = new byte[length];
            in.readFully(frame);
            return frame;
        } catch (EOFException | SocketException e) {
            closedByServer = true;
            return null;
        }
    }

    /** Whether the server was seen to have closed the connection. */
    public boolean isClosedByServer() {
        return closedByServer;
    }

    public Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
