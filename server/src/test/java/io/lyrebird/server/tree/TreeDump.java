package io.lyrebird.server.tree;

import java.util.Arrays;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** Everything there is to know of a tree, in a form that can be compared and read. */
public final class TreeDump {
    private TreeDump() {}

    /** A line for each node, by path, and one for each of the collections kept beside them. */
    public static SortedMap<String, String> of(Tree tree) {
        SortedMap<String, String> lines = new TreeMap<>();
        Subtree.forEach(tree.root(), node -> lines.put(node.path(), line(tree, node)));
        lines.put("containers", paths(tree.containers()));
        lines.put("ttls", paths(tree.ttls()));
        tree.ephemeralsBySession()
                .forEach((session, nodes) -> lines.put("ephemerals " + Long.toHexString(session), paths(nodes)));
        lines.put("counts", tree.nodeCount() + " " + tree.ephemeralCount() + " " + tree.dataSizeBytes());
        lines.put("digest", Long.toHexString(tree.digest()));
        return lines;
    }

    private static String line(Tree tree, Znode node) {
        return Arrays.toString(node.data()) + " " + tree.acl(node) + " " + node.storedStat() + " " + node.kind() + " "
                + node.childCount() + " " + node.stat();
    }

    private static String paths(Collection<Znode> nodes) {
        return nodes.stream().map(Znode::path).sorted().toList().toString();
    }

    /** The digest as it follows from the nodes. */
    public static long digest(Tree tree) {
        TreeDigest digest = new TreeDigest();
        long[] sum = new long[1];
        Subtree.forEach(tree.root(), node -> sum[0] += digest.of(node));
        return sum[0];
    }
}
