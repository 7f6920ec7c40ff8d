package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A large tree from Apache to Lyrebird and back: {@code -Ddata.nodes=1000000}. Too long for every build. */
@EnabledIfSystemProperty(named = "data.nodes", matches = "\\d+")
class MillionNodesTest {
    private static final int NODES = Integer.getInteger("data.nodes", 0);
    private static final int NODES_PER_PARENT = 1000;
    private static final int DATA_BYTES = 100;
    private static final int IN_FLIGHT = 1000;
    /** Walking through all nodes one request at a time takes too long; the digest of all of them is compared as well. */
    private static final int COMPARED_PARENTS = 20;

    @TempDir
    private Path folder;

    @Test
    void allNodesGoThereAndBack() throws Exception {
        ServerOptions options = Moves.options()
                .withJvmFlag("-Xmx2g")
                .with("snapCount", 200_000)
                .with("fsync.warningthresholdms", 10_000);
        try (ServerUnderTest apache = new ApacheServer(folder, options);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, options)) {
            apache.start();
            ZooKeeper client = Moves.connect(apache);
            fill(client);
            int count = client.getAllChildrenNumber("/");
            SortedMap<String, TreeView.Node> sample = sample(client);
            apache.stop();
            lyrebird.start();
            Moves.awaitConnected(client);
            assertEquals(count, client.getAllChildrenNumber("/"));
            TreeView.assertSame(sample, sample(client));
            lyrebird.stop();
            Command check = Command.succeed("check", folder.resolve("zoo.cfg"));
            assertTrue(check.out().contains(String.format(Locale.ROOT, "%d nodes", count + 1)), check.out());
            Path back = folder.resolve("back");
            Command.succeed("export", folder.resolve("zoo.cfg"), back.resolve("data"));
            try (ServerUnderTest again = new ApacheServer(back, options)) {
                again.start();
                Moves.awaitConnected(client);
                assertEquals(count, client.getAllChildrenNumber("/"));
                TreeView.assertSame(sample, sample(client));
                Moves.assertReadWithoutComplaint(again);
            }
            client.close();
        }
    }

    private static void fill(ZooKeeper client) throws Exception {
        Semaphore inFlight = new Semaphore(IN_FLIGHT);
        AtomicLong failures = new AtomicLong();
        for (int i = 0; i < NODES; i++) {
            String parent = "/p" + i / NODES_PER_PARENT;
            if (i % NODES_PER_PARENT == 0) {
                Contents.create(client, parent, CreateMode.PERSISTENT);
            }
            inFlight.acquire();
            client.create(
                    parent + "/node-" + i,
                    new byte[DATA_BYTES],
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

    private static SortedMap<String, TreeView.Node> sample(ZooKeeper client) throws Exception {
        int parents = NODES / NODES_PER_PARENT;
        SortedMap<String, TreeView.Node> nodes = new TreeMap<>();
        for (int i = 0; i < COMPARED_PARENTS; i++) {
            TreeView.addBelow("/p" + (long) i * parents / COMPARED_PARENTS, client, nodes);
        }
        return nodes;
    }
}
