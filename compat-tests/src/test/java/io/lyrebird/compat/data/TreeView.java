package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** A whole tree as a client sees it: every node with its data, its stat and its ACL. */
final class TreeView {
    /** One node, as text, so that a difference can be read. */
    record Node(String data, String stat, String acl) {}

    private TreeView() {}

    /** The client must be allowed to read everything. */
    static SortedMap<String, Node> of(ZooKeeper client) throws KeeperException, InterruptedException {
        SortedMap<String, Node> nodes = new TreeMap<>();
        addBelow("/", client, nodes);
        return nodes;
    }

    /** The first node that differs is named. */
    static void assertSame(SortedMap<String, Node> expected, SortedMap<String, Node> actual) {
        for (String path : expected.keySet()) {
            assertEquals(expected.get(path), actual.get(path), path);
        }
        assertEquals(expected.keySet(), actual.keySet());
    }

    static void addBelow(String path, ZooKeeper client, SortedMap<String, Node> nodes)
            throws KeeperException, InterruptedException {
        Stat stat = new Stat();
        byte[] data = client.getData(path, false, stat);
        Stat aclStat = new Stat();
        List<ACL> acl = client.getACL(path, aclStat);
        if (!stat.equals(aclStat)) {
            throw new AssertionError(path + " changes while it is looked at");
        }
        String dataText = data == null ? "null" : data.length + " bytes, hash " + Arrays.hashCode(data);
        nodes.put(path, new Node(dataText, stat.toString().trim(), acl.toString()));
        List<String> children = client.getChildren(path, false);
        Collections.sort(children);
        for (String child : children) {
            addBelow(path.equals("/") ? "/" + child : path + "/" + child, client, nodes);
        }
    }
}
