package io.lyrebird.server.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.Stat;
import org.junit.jupiter.api.Test;

/** What an empty Apache server shows. */
class SystemNodesTest {
    private final Tree tree = new Tree(1, new OwnerEncoding(false, false), true);

    {
        SystemNodes.putInto(tree);
    }

    @Test
    void theRootHasNoOwnerAndAChildItNeverCounted() {
        assertEquals(new Stat(0, 0, 0, 0, 0, -1, 0, 0, 0, 1, 0), tree.find("/").stat());
        assertEquals(
                new Stat(0, 0, 0, 0, 0, -2, 0, 0, 0, 2, 0),
                tree.find("/zookeeper").stat());
        assertEquals(
                new Stat(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                tree.find("/zookeeper/quota").stat());
        assertEquals(
                new Stat(0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0),
                tree.find("/zookeeper/config").stat());
    }

    @Test
    void onlyTheConfigIsProtected() {
        assertEquals(Acl.OPEN_ACL_UNSAFE, tree.acl(tree.find("/")));
        assertEquals(Acl.OPEN_ACL_UNSAFE, tree.acl(tree.find("/zookeeper")));
        assertEquals(Acl.OPEN_ACL_UNSAFE, tree.acl(tree.find("/zookeeper/quota")));
        assertEquals(Acl.READ_ACL_UNSAFE, tree.acl(tree.find("/zookeeper/config")));
    }

    @Test
    void theirDataIsEmptyAndTheSizeIsThatOfTheirPaths() {
        assertArrayEquals(new byte[0], tree.find("/zookeeper/config").data());
        assertEquals(44, tree.dataSizeBytes());
        assertEquals(4, tree.nodeCount());
    }

    /** The figure that every fresh Apache server logs as the digest of its first snapshot. */
    @Test
    void theDigestIsTheOneOfAnEmptyApacheServer() {
        assertEquals(1371985504L, tree.digest());
        assertEquals(TreeDump.digest(tree), tree.digest());
    }
}
