package io.lyrebird.compat.fuzz;

import io.lyrebird.compat.diff.PlainClient;
import io.lyrebird.compat.diff.RawConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.WatcherEvent;

/**
 * A client that has nothing to do with the attack: it holds a session with an ephemeral node, writes, reads, pings and waits
 * for its watches, and remembers the first thing that goes wrong and how long it ever had to wait.
 */
final class Bystander implements AutoCloseable {
    private static final int SESSION_TIMEOUT_MS = 8_000;
    private static final int REPLY_LIMIT_MS = 6_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int EPHEMERAL = 1;
    private static final int DATA_CHANGED = 3;

    private final PlainClient client;
    private final String node;
    private final String ephemeral;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile Exception trouble;
    private volatile int rounds;
    private volatile long slowestNanos;

    Bystander(InetSocketAddress server, InetSocketAddress local, String node) throws IOException {
        client = new PlainClient(new RawConnection(server, local), SESSION_TIMEOUT_MS, REPLY_LIMIT_MS, 0, null);
        this.node = node;
        ephemeral = node + "/ephemeral";
        client.askOk(OpCode.create, new CreateRequest(node, new byte[0], Ids.OPEN_ACL_UNSAFE, 0));
        client.askOk(OpCode.create, new CreateRequest(ephemeral, new byte[0], Ids.OPEN_ACL_UNSAFE, EPHEMERAL));
        thread = new Thread(this::work, "bystander");
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        try {
            while (!stopping) {
                long start = System.nanoTime();
                round();
                slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
                rounds++;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            trouble = e;
        }
    }

    private void round() throws IOException {
        byte[] data = Integer.toString(rounds).getBytes(StandardCharsets.US_ASCII);
        client.ping();
        client.askOk(OpCode.getData, new GetDataRequest(node, true));
        client.askOk(OpCode.setData, new SetDataRequest(node, data, -1));
        List<WatcherEvent> events = client.takeEvents();
        boolean told = events.size() == 1
                && events.get(0).getType() == DATA_CHANGED
                && events.get(0).getPath().equals(node);
        require(told, "one event, data changed, before the reply; but they were " + events);
        GetDataResponse read =
                client.askOk(OpCode.getData, new GetDataRequest(node, false)).read(new GetDataResponse());
        require(
                new String(read.getData(), StandardCharsets.US_ASCII).equals(Integer.toString(rounds)),
                "its own write");
        int error = client.ask(OpCode.exists, new ExistsRequest(ephemeral, false))
                .header()
                .getErr();
        require(error == Code.OK.intValue(), "its ephemeral node; but there was error " + error);
    }

    private static void require(boolean condition, String what) throws IOException {
        if (!condition) {
            throw new IOException("expected " + what);
        }
    }

    int rounds() {
        return rounds;
    }

    long slowestMs() {
        return TimeUnit.NANOSECONDS.toMillis(slowestNanos);
    }

    /** What went wrong, or null. */
    Exception trouble() {
        return trouble;
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        try {
            thread.join(REPLY_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}
