package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** A whole tree as a client sees it: every node with its data, its stat and its ACL. */
public final class TreeView {
    private static final int NODES_IN_FLIGHT = 500;
    private static final int ANSWER_SECONDS_MAX = 60;

    /** One node, as text, so that a difference can be read. */
    public record Node(String data, String stat, String acl) {}

    private final ZooKeeper client;
    private final Map<String, Node> nodes = new ConcurrentHashMap<>();
    private final BlockingQueue<String> unvisited = new LinkedBlockingQueue<>();
    private final AtomicLong unfinished = new AtomicLong();
    private final Semaphore inFlight = new Semaphore(NODES_IN_FLIGHT);
    private final List<String> problems = new ArrayList<>();

    private TreeView(ZooKeeper client) {
        this.client = client;
    }

    /** The client must be allowed to read everything. */
    public static SortedMap<String, Node> of(ZooKeeper client) throws InterruptedException {
        TreeView view = new TreeView(client);
        view.found("/");
        while (view.unfinished.get() > 0) {
            String path = view.unvisited.poll(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            if (path == null) {
                throw new AssertionError("no answer for " + ANSWER_SECONDS_MAX + " s");
            }
            if (!path.isEmpty()) {
                view.inFlight.acquire();
                view.readData(path);
            }
        }
        assertEquals(List.of(), view.problems);
        return new TreeMap<>(view.nodes);
    }

    /** The first node that differs is named. */
    public static void assertSame(SortedMap<String, Node> expected, SortedMap<String, Node> actual) {
        for (String path : expected.keySet()) {
            assertEquals(expected.get(path), actual.get(path), path);
        }
        assertEquals(expected.keySet(), actual.keySet());
    }

    private void found(String path) {
        unfinished.incrementAndGet();
        unvisited.add(path);
    }

    private void finished(String path, int code) {
        if (code != Code.OK.intValue()) {
            problems.add(path + ": " + Code.get(code));
        }
        inFlight.release();
        if (unfinished.decrementAndGet() == 0) {
            // Wakes up who waits for more.
            unvisited.add("");
        }
    }

    // What follows runs one step at a time, on the client's thread for answers.

    private void readData(String path) {
        client.getData(
                path,
                false,
                (code, samePath, context, data, stat) -> {
                    if (code == Code.OK.intValue()) {
                        readAcl(path, data, stat);
                    } else {
                        finished(path, code);
                    }
                },
                null);
    }

    private void readAcl(String path, byte[] data, Stat stat) {
        client.getACL(
                path,
                new Stat(),
                (code, samePath, context, acl, aclStat) -> {
                    if (code == Code.OK.intValue()) {
                        if (!stat.equals(aclStat)) {
                            problems.add(path + " changes while it is looked at");
                        }
                        nodes.put(path, node(data, stat, acl));
                    }
                    if (code == Code.OK.intValue() && stat.getNumChildren() > 0) {
                        readChildren(path);
                    } else {
                        finished(path, code);
                    }
                },
                null);
    }

    private void readChildren(String path) {
        client.getChildren(
                path,
                false,
                (code, samePath, context, children) -> {
                    if (code == Code.OK.intValue()) {
                        children.forEach(child -> found(path.equals("/") ? "/" + child : path + "/" + child));
                    }
                    finished(path, code);
                },
                null);
    }

    private static Node node(byte[] data, Stat stat, List<ACL> acl) {
        String dataText = data == null ? "null" : data.length + " bytes, hash " + Arrays.hashCode(data);
        return new Node(dataText, stat.toString().trim(), acl.toString().intern());
    }
}
