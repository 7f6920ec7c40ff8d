package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** A large tree: a thousand nodes to a parent, each with data of its own. */
final class ManyNodes {
    private static final int NODES_PER_PARENT = 1000;
    private static final int IN_FLIGHT = 1000;

    private ManyNodes() {}

    static void create(ZooKeeper client, int nodes, int dataBytes) throws Exception {
        Semaphore inFlight = new Semaphore(IN_FLIGHT);
        AtomicLong failures = new AtomicLong();
        Random random = new Random(nodes);
        for (int i = 0; i < nodes; i++) {
            String parent = "/p" + i / NODES_PER_PARENT;
            if (i % NODES_PER_PARENT == 0) {
                Contents.create(client, parent, CreateMode.PERSISTENT);
            }
            byte[] data = new byte[dataBytes];
            random.nextBytes(data);
            inFlight.acquire();
            client.create(
                    parent + "/node-" + i,
                    data,
                    Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT,
                    (rc, path, context, name) -> {
                        failures.addAndGet(rc == Code.OK.intValue() ? 0 : 1);
                        inFlight.release();
                    },
                    null);
        }
        inFlight.acquire(IN_FLIGHT);
        assertEquals(0, failures.get());
    }
}
