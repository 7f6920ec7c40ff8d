package io.lyrebird.perf.load;

import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.RequestHeader;
import io.lyrebird.wire.client.Xid;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Speaks just enough of the protocol to be loaded: a thread to a connection, an empty answer to every request. */
public final class FakeServer implements AutoCloseable {
    /** Decides what becomes of a request; the answer goes out when it returns. */
    public interface Script {
        Script OBLIGING = (request, connection) -> connection.reply(request.xid(), 0);

        void on(RequestHeader request, Connection connection) throws IOException;
    }

    private final ServerSocket listener = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final int timeoutMs;
    private final Script script;
    private volatile int heldBackAfter = -1;
    private volatile CountDownLatch enoughPings = new CountDownLatch(0);
    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger pings = new AtomicInteger();
    final AtomicInteger closedSessions = new AtomicInteger();

    public FakeServer(Script script) throws IOException {
        this(30_000, script);
    }

    FakeServer(int timeoutMs, Script script) throws IOException {
        this.timeoutMs = timeoutMs;
        this.script = script;
        start(this::accept);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fake server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Connection connection = new Connection(listener.accept());
                if (connections.size() == heldBackAfter) {
                    enoughPings.await();
                }
                connections.add(connection);
                start(connection::serve);
            }
        } catch (IOException | InterruptedException e) {
            // Closed.
        }
    }

    /** Serves so many connections and no more before so many pings have come. To be called before any comes. */
    void acceptOnlyAfterPings(int connectionsBefore, int pingCount) {
        enoughPings = new CountDownLatch(pingCount);
        heldBackAfter = connectionsBefore;
    }

    void notifyAllConnections() throws IOException {
        for (Connection connection : connections) {
            connection.reply(Xid.NOTIFICATION, 0);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Connection connection : connections) {
            connection.socket.close();
        }
    }

    /** One client. */
    public final class Connection {
        private final Socket socket;

        Connection(Socket socket) {
            this.socket = socket;
        }

        private void serve() {
            try (socket) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                ConnectRequest.decode(frame(in));
                ByteBuf out = Unpooled.buffer().writeInt(0);
                new ConnectResponse(0, timeoutMs, timeoutMs == 0 ? 0 : 1, new byte[16], false).encode(out, true);
                send(out);
                while (true) {
                    RequestHeader request = RequestHeader.decode(frame(in));
                    if (request.type() == OpCode.PING) {
                        pings.incrementAndGet();
                        enoughPings.countDown();
                        reply(Xid.PING, 0);
                    } else if (request.type() == OpCode.CLOSE_SESSION) {
                        closedSessions.incrementAndGet();
                        reply(request.xid(), 0);
                        return;
                    } else {
                        requests.incrementAndGet();
                        script.on(request, this);
                    }
                }
            } catch (IOException e) {
                // The client is gone.
            }
        }

        private ByteBuf frame(DataInputStream in) throws IOException {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            return Unpooled.wrappedBuffer(bytes);
        }

        synchronized void reply(int xid, int error) throws IOException {
            ByteBuf out = Unpooled.buffer().writeInt(0);
            new ReplyHeader(xid, 1, error).encode(out);
            send(out);
        }

        void drop() throws IOException {
            socket.close();
        }

        private synchronized void send(ByteBuf out) throws IOException {
            out.setInt(0, out.readableBytes() - Integer.BYTES);
            OutputStream stream = socket.getOutputStream();
            stream.write(out.array(), 0, out.readableBytes());
        }
    }
}
