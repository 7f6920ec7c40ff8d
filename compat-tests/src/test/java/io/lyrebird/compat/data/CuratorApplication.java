package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * An application as there are many: it has registered itself with an ephemeral node, keeps a cache of a folder, and writes to
 * it, one item after the other, each under a lock. What it was acknowledged, it remembers.
 */
final class CuratorApplication implements AutoCloseable {
    private static final int SESSION_TIMEOUT_MS = 40_000;
    private static final int CONNECTION_TIMEOUT_MS = 15_000;
    private static final int RETRY_MS = 50;
    private static final String ITEMS = "/application/items";
    private static final String REGISTRATION = "/application/me";

    private final CuratorFramework client;
    private final CuratorCache cache;
    private final InterProcessMutex lock;
    private final List<ConnectionState> states = new CopyOnWriteArrayList<>();
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Thread working = new Thread(this::work, "application");
    private volatile boolean stopped;

    CuratorApplication(String connectString) {
        client = CuratorFrameworkFactory.newClient(
                connectString, SESSION_TIMEOUT_MS, CONNECTION_TIMEOUT_MS, new RetryForever(RETRY_MS));
        client.getConnectionStateListenable().addListener((ignored, state) -> states.add(state));
        cache = CuratorCache.build(client, ITEMS);
        lock = new InterProcessMutex(client, "/application/lock");
    }

    void start() throws Exception {
        client.start();
        client.create().creatingParentsIfNeeded().forPath(ITEMS);
        client.create().withMode(CreateMode.EPHEMERAL).forPath(REGISTRATION);
        cache.start();
        working.start();
    }

    private void work() {
        try {
            for (int number = 0; !stopped; number++) {
                lock.acquire();
                try {
                    write(String.format("item-%06d", number));
                } finally {
                    lock.release();
                }
            }
        } catch (Exception e) {
            failure.set(e);
        }
    }

    private void write(String item) throws Exception {
        try {
            client.create().forPath(ITEMS + "/" + item, Contents.bytes(item));
        } catch (KeeperException.NodeExistsException e) {
            // The first try came through, and its answer was lost with the connection.
        }
        acknowledged.add(item);
    }

    void stopWorking() throws Exception {
        stopped = true;
        working.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    /** How many items are known to be there; and those must not be passed by in silence that were not. */
    int acknowledged() throws Exception {
        if (failure.get() != null) {
            throw failure.get();
        }
        return acknowledged.size();
    }

    /** Without the folder itself. */
    int cached() {
        return cache.size() - 1;
    }

    List<ConnectionState> states() {
        return states;
    }

    long sessionId() throws Exception {
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    Stat registration() throws Exception {
        return client.checkExists().forPath(REGISTRATION);
    }

    void assertNothingIsLost() throws Exception {
        assertEquals(acknowledged, new TreeSet<>(client.getChildren().forPath(ITEMS)));
        for (String item : acknowledged) {
            assertEquals(item, new String(client.getData().forPath(ITEMS + "/" + item)));
        }
    }

    @Override
    public void close() throws Exception {
        stopped = true;
        cache.close();
        client.close();
        working.join();
    }
}
