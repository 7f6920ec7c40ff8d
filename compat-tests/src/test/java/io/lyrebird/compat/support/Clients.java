package io.lyrebird.compat.support;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** Sessions of the official client. */
public final class Clients {
    private static final int SESSION_TIMEOUT_MS = 10_000;
    private static final int CONNECT_LIMIT_SECONDS = 20;

    private Clients() {}

    /** A session that is connected when this returns. */
    public static ZooKeeper connect(ServerUnderTest server) throws IOException, InterruptedException {
        return connect(server.connectString(), SESSION_TIMEOUT_MS);
    }

    public static ZooKeeper connect(String connectString, int sessionTimeoutMs)
            throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        return await(connected, connectString, new ZooKeeper(connectString, sessionTimeoutMs, counting(connected)));
    }

    /** Takes over a session that another client has: closing this one ends it. */
    public static ZooKeeper take(ServerUnderTest server, long sessionId, byte[] password)
            throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        return await(
                connected,
                server.connectString(),
                new ZooKeeper(server.connectString(), SESSION_TIMEOUT_MS, counting(connected), sessionId, password));
    }

    private static Watcher counting(CountDownLatch connected) {
        return event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        };
    }

    private static ZooKeeper await(CountDownLatch connected, String connectString, ZooKeeper client)
            throws IOException, InterruptedException {
        if (!connected.await(CONNECT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            client.close();
            throw new IOException("no session with " + connectString + " within " + CONNECT_LIMIT_SECONDS + " s");
        }
        return client;
    }
}
