package io.lyrebird.compat.crash;

import io.lyrebird.compat.support.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** Pairs of nodes that a multi sets to the same rising value: what was sent to each, and what was acknowledged. */
final class WriteHistory {
    static final int KEYS = 16;

    private static final int WINDOW = 64;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final AtomicLongArray sent = new AtomicLongArray(KEYS);
    private final AtomicLongArray acknowledged = new AtomicLongArray(KEYS);

    static String firstOfPair(int key) {
        return "/pair-" + key + "-a";
    }

    static String secondOfPair(int key) {
        return "/pair-" + key + "-b";
    }

    long sent(int key) {
        return sent.get(key);
    }

    long acknowledged(int key) {
        return acknowledged.get(key);
    }

    void createNodes(ZooKeeper client) throws Exception {
        for (int key = 0; key < KEYS; key++) {
            for (String path : List.of(firstOfPair(key), secondOfPair(key))) {
                client.create(path, bytes(0), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            }
        }
    }

    /** Writes as fast as it is answered; the kill comes, on another thread, when enough has been acknowledged. */
    void writeUntilAcknowledged(ZooKeeper client, int target, Runnable kill) throws Exception {
        AtomicInteger acknowledgedCount = new AtomicInteger();
        AtomicInteger failedCount = new AtomicInteger();
        Semaphore window = new Semaphore(WINDOW);
        Thread killer = new Thread(() -> killAfter(acknowledgedCount, target, kill), "killer");
        killer.start();
        for (int i = 0; failedCount.get() == 0; i++) {
            window.acquire();
            int key = i % KEYS;
            long value = sent.incrementAndGet(key);
            List<Op> pair = List.of(
                    Op.setData(firstOfPair(key), bytes(value), -1), Op.setData(secondOfPair(key), bytes(value), -1));
            client.multi(
                    pair,
                    (code, path, context, results) -> {
                        if (code == Code.OK.intValue()) {
                            acknowledged.accumulateAndGet(key, value, Math::max);
                            acknowledgedCount.incrementAndGet();
                        } else {
                            failedCount.incrementAndGet();
                        }
                        window.release();
                    },
                    null);
        }
        killer.join();
        window.acquire(WINDOW);
    }

    private static void killAfter(AtomicInteger acknowledgedCount, int target, Runnable kill) {
        try {
            Await.holdsWithin(LIMIT, () -> acknowledgedCount.get() >= target);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            kill.run();
        }
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
