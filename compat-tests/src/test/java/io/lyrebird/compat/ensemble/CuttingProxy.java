package io.lyrebird.compat.ensemble;

import io.lyrebird.compat.support.FreePorts;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One member's way to a port of another: connections pass through it until they are cut. On the way to an election port
 * the address that the caller gives for calling back is replaced by one that leads through a proxy as well.
 */
final class CuttingProxy implements AutoCloseable {
    private static final int ADDRESS_BYTES_MAX = 1000;
    private static final int REACH_TRIES = 50;
    private static final long REACH_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int from;
    private final int to;
    private final int targetPort;
    private final Cuts cuts;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile String callBackAddress;

    CuttingProxy(int from, int to, int targetPort, Cuts cuts) throws IOException {
        this.from = from;
        this.to = to;
        this.targetPort = targetPort;
        this.cuts = cuts;
        listener = new ServerSocket(FreePorts.next(), 50, InetAddress.getLoopbackAddress());
        run(this::accept, "accept");
    }

    int port() {
        return listener.getLocalPort();
    }

    void setCallBackAddress(String address) {
        callBackAddress = address;
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void run(Work work, String name) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // the end of a connection, or of the proxy
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "proxy " + from + ">" + to + " " + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket caller = listener.accept();
            sockets.add(caller);
            run(() -> connect(caller), "connect");
        }
    }

    private void connect(Socket caller) throws IOException, InterruptedException {
        cuts.awaitMended(from, to);
        cuts.awaitMended(to, from);
        Socket target = reach();
        if (target == null) {
            end(caller);
            return;
        }
        sockets.add(target);
        caller.setTcpNoDelay(true);
        target.setTcpNoDelay(true);
        run(() -> pump(caller, target, from, to), "out");
        run(() -> pump(target, caller, to, from), "back");
    }

    /** A refused connection would be tried again; one that is accepted and then ends is a leader that gives up. */
    private Socket reach() {
        for (int tries = 0; tries < REACH_TRIES; tries++) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), targetPort);
            } catch (IOException e) {
                LockSupport.parkNanos(REACH_PAUSE_NANOS);
            }
        }
        return null;
    }

    private void pump(Socket in, Socket out, int sender, int receiver) throws IOException, InterruptedException {
        try {
            if (callBackAddress != null && sender == from) {
                replaceAddress(new DataInputStream(in.getInputStream()), new DataOutputStream(out.getOutputStream()));
            }
            byte[] buffer = new byte[64 * 1024];
            InputStream input = in.getInputStream();
            OutputStream output = out.getOutputStream();
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                cuts.awaitMended(sender, receiver);
                output.write(buffer, 0, read);
            }
        } finally {
            // the end of a connection does not cross a cut either
            cuts.awaitMended(sender, receiver);
            end(in);
            end(out);
        }
    }

    /** QuorumCnxManager's first message: protocol version, id, length and text of an address. */
    private void replaceAddress(DataInputStream in, DataOutputStream out) throws IOException {
        long version = in.readLong();
        long serverId = in.readLong();
        int length = in.readInt();
        if (length < 0 || length > ADDRESS_BYTES_MAX) {
            throw new IOException("not the address of an election port: " + length + " bytes");
        }
        in.readFully(new byte[length]);
        byte[] address = callBackAddress.getBytes(StandardCharsets.UTF_8);
        out.writeLong(version);
        out.writeLong(serverId);
        out.writeInt(address.length);
        out.write(address);
        out.flush();
    }

    private void end(Socket socket) throws IOException {
        sockets.remove(socket);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
