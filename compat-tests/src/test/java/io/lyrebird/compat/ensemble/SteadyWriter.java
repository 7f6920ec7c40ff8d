package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.Clients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * A client that creates one node after the other, in one session, and remembers which of them were acknowledged. What
 * it is not answered it does not try again.
 */
final class SteadyWriter implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String root;
    private final ZooKeeper client;
    private final long sessionId;
    private final List<Integer> acknowledged = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<KeeperException> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean ended;

    SteadyWriter(String connectString, int sessionTimeoutMs, String root) throws Exception {
        this.root = root;
        client = Clients.connect(connectString, sessionTimeoutMs);
        sessionId = client.getSessionId();
        client.create(root, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        thread = new Thread(this::write, "writer " + root);
        thread.start();
    }

    private void write() {
        for (int i = 0; !ended; i++) {
            try {
                client.create(path(i), Contents.bytes("" + i), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
                acknowledged.add(i);
            } catch (KeeperException.ConnectionLossException e) {
                // may have been done or not: the next one then
            } catch (KeeperException e) {
                failure.set(e);
                return;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private String path(int i) {
        return root + "/" + i;
    }

    int acknowledged() {
        return acknowledged.size();
    }

    /** Returns when so many more have been acknowledged. */
    void awaitMore(int count) throws Exception {
        int target = acknowledged() + count;
        Await.until(count + " more writes to " + root, LIMIT, () -> failure.get() != null || acknowledged() >= target);
        assertFine();
    }

    private void assertFine() throws KeeperException {
        if (failure.get() != null) {
            throw failure.get();
        }
        assertEquals(sessionId, client.getSessionId(), "the session is the one it had");
    }

    /** Ends, and checks that all that was acknowledged is there, in the order it was written. */
    void endAndCheck(ZooKeeper reader) throws Exception {
        ended = true;
        thread.join(LIMIT.toMillis());
        assertFine();
        long before = 0;
        for (int i : acknowledged) {
            Stat stat = reader.exists(path(i), false);
            assertNotNull(stat, path(i) + " was acknowledged");
            assertTrue(stat.getCzxid() > before, path(i) + " comes after those before it");
            before = stat.getCzxid();
        }
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        client.close();
        thread.interrupt();
        thread.join();
    }
}
