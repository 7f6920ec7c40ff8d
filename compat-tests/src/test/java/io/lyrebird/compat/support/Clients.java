package io.lyrebird.compat.support;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
        ZooKeeper client = new ZooKeeper(connectString, sessionTimeoutMs, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(CONNECT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            client.close();
            throw new IOException("no session with " + connectString + " within " + CONNECT_LIMIT_SECONDS + " s");
        }
        return client;
    }
}
