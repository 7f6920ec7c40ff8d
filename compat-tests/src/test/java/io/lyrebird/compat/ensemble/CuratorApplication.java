package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.support.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.data.Stat;

/**
 * Two Curator clients: one holds a lock and has an ephemeral node, the other waits for the lock and keeps a cache, which
 * is made of watches, of what the first one writes.
 */
final class CuratorApplication implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final CuratorFramework holder;
    private final CuratorFramework waiter;
    private final long[] sessionIds;
    private final List<ConnectionState> states = new CopyOnWriteArrayList<>();
    private final InterProcessMutex held;
    private final Stat ephemeral;
    private final CompletableFuture<Boolean> acquired = new CompletableFuture<>();
    private final CuratorCache cache;
    private int written;

    CuratorApplication(String connectString, int sessionTimeoutMs) throws Exception {
        holder = client(connectString, sessionTimeoutMs);
        waiter = client(connectString, sessionTimeoutMs);
        holder.create().forPath("/curator");
        holder.create().withMode(CreateMode.EPHEMERAL).forPath("/curator/ephemeral", Contents.bytes("here"));
        ephemeral = holder.checkExists().forPath("/curator/ephemeral");
        holder.create().forPath("/curator/values");
        held = new InterProcessMutex(holder, "/curator/lock");
        assertTrue(held.acquire(20, TimeUnit.SECONDS));
        Thread thread = new Thread(this::waitForLock, "waits for the lock");
        thread.setDaemon(true);
        thread.start();
        cache = CuratorCache.build(waiter, "/curator/values");
        cache.start();
        sessionIds = sessionIds();
        awaitWaiter();
    }

    private CuratorFramework client(String connectString, int sessionTimeoutMs) throws InterruptedException {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(connectString, sessionTimeoutMs, 10_000, new RetryForever(100));
        client.getConnectionStateListenable().addListener((ignored, state) -> states.add(state));
        client.start();
        assertTrue(client.blockUntilConnected(20, TimeUnit.SECONDS));
        return client;
    }

    private long[] sessionIds() throws Exception {
        return new long[] {
            holder.getZookeeperClient().getZooKeeper().getSessionId(),
            waiter.getZookeeperClient().getZooKeeper().getSessionId()
        };
    }

    private void waitForLock() {
        try {
            acquired.complete(new InterProcessMutex(waiter, "/curator/lock").acquire(600, TimeUnit.SECONDS));
        } catch (Exception e) {
            acquired.completeExceptionally(e);
        }
    }

    private void awaitWaiter() throws Exception {
        Await.until(
                "somebody waits for the lock",
                LIMIT,
                () -> holder.getChildren().forPath("/curator/lock").size() == 2);
    }

    /** It has all it had, and its watches still tell it what happens. */
    void check() throws Exception {
        String path = "/curator/values/" + written++;
        holder.create().forPath(path, Contents.bytes(path));
        Await.until("a watch tells of " + path, LIMIT, () -> cache.get(path).isPresent());
        assertTrue(held.isAcquiredInThisProcess());
        assertFalse(acquired.isDone(), "the lock is held by one");
        assertEquals(2, holder.getChildren().forPath("/curator/lock").size());
        Stat stat = waiter.checkExists().forPath("/curator/ephemeral");
        assertNotNull(stat, "the ephemeral node");
        assertEquals(ephemeral, stat);
        assertEquals(asList(sessionIds), asList(sessionIds()));
        assertFalse(states.contains(ConnectionState.LOST), states::toString);
    }

    /** The lock goes from one to the other. */
    void end() throws Exception {
        held.release();
        assertTrue(acquired.get(30, TimeUnit.SECONDS));
        holder.close();
        Await.until(
                "the ephemeral node goes with its session",
                LIMIT,
                () -> waiter.checkExists().forPath("/curator/ephemeral") == null);
    }

    private static List<Long> asList(long[] ids) {
        List<Long> list = new ArrayList<>();
        for (long id : ids) {
            list.add(id);
        }
        return list;
    }

    @Override
    public void close() {
        cache.close();
        holder.close();
        waiter.close();
    }
}
