package io.lyrebird.compat.ensemble;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Tries to write until it is acknowledged, without the waits of a real client between its tries. */
final class WriteProbe {
    private static final int SET_DATA = 5;
    private static final int READ_LIMIT_MS = 3_000;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private WriteProbe() {}

    /** When a write to this path was acknowledged, as System.nanoTime says it. */
    static long firstWriteNanos(InetSocketAddress server, String path, long deadlineNanos) throws IOException {
        while (System.nanoTime() < deadlineNanos) {
            if (writes(server, path)) {
                return System.nanoTime();
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
        throw new IOException("no write to " + server + " in time");
    }

    private static boolean writes(InetSocketAddress server, String path) {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_LIMIT_MS);
            socket.connect(server, READ_LIMIT_MS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            send(socket, connectRequest());
            in.readFully(new byte[in.readInt()]);
            send(socket, setData(path));
            in.readInt();
            in.readInt();
            in.readLong();
            return in.readInt() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void send(Socket socket, byte[] message) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream framed = new DataOutputStream(frame);
        framed.writeInt(message.length);
        framed.write(message);
        out.write(frame.toByteArray());
        out.flush();
    }

    /** ConnectRequest: protocol version, last zxid, timeout, session, password, read-only. */
    private static byte[] connectRequest() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0);
        out.writeLong(0);
        out.writeInt(10_000);
        out.writeLong(0);
        out.writeInt(16);
        out.write(new byte[16]);
        out.writeBoolean(false);
        return bytes.toByteArray();
    }

    private static byte[] setData(String path) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        out.writeInt(SET_DATA);
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        out.writeInt(name.length);
        out.write(name);
        out.writeInt(1);
        out.write('x');
        out.writeInt(-1);
        return bytes.toByteArray();
    }
}
