package io.lyrebird.server.tree;

import io.lyrebird.wire.client.Acl;

/** The nodes that are there from the start and cannot be deleted. */
public final class SystemNodes {
    public static final String ROOT = "/";
    public static final String ZOOKEEPER = "/zookeeper";
    public static final String QUOTA = "/zookeeper/quota";
    public static final String CONFIG = "/zookeeper/config";

    private static final byte[] NO_DATA = {};
    private static final StoredStat ZERO = StoredStat.created(0, 0, 0);
    /** The config's ACL counts as changed once, to version -1 (DataTree.addConfigNode). */
    private static final StoredStat CONFIG_STAT = new StoredStat(0, 0, 0, 0, 0, 0, 0, -1, 0);

    private SystemNodes() {}

    /** Whether clients may not delete it. */
    public static boolean isSystemNode(String path) {
        return path.equals(ROOT) || path.equals(ZOOKEEPER) || path.equals(QUOTA) || path.equals(CONFIG);
    }

    /** Puts them into a tree that has nothing but its root. Their parents do not count them as created. */
    public static void putInto(Tree tree) {
        tree.restore(ZOOKEEPER, NO_DATA, Acl.OPEN_ACL_UNSAFE, ZERO);
        tree.restore(QUOTA, NO_DATA, Acl.OPEN_ACL_UNSAFE, ZERO);
        putConfigInto(tree);
    }

    /** The last of them, which data from before 3.5 does not have. */
    public static void putConfigInto(Tree tree) {
        tree.restore(CONFIG, NO_DATA, Acl.READ_ACL_UNSAFE, CONFIG_STAT);
    }
}
