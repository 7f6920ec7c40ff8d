package io.lyrebird.server.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.Stat;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TreeTest {
    private static final List<Acl> ACL = List.of(new Acl(Perms.READ, "ip", "1.2.3.4"));

    private final Tree tree = new Tree(5, new OwnerEncoding(true, false), true);

    private Znode create(String path, long owner) {
        return tree.create(path, new byte[3], Acl.OPEN_ACL_UNSAFE, owner, -1, 1, 1);
    }

    /** Whatever happens, the digest, the counts and the collections are those that follow from the nodes. */
    @Test
    void randomChangesKeepEverythingThatFollowsFromTheNodes() {
        Random random = new Random(8);
        Map<String, byte[]> model = new HashMap<>();
        List<String> paths = new ArrayList<>(List.of("/"));
        for (int zxid = 1; zxid <= 15_000; zxid++) {
            String path = paths.get(random.nextInt(paths.size()));
            Znode node = tree.find(path);
            byte[] data = random.nextInt(5) == 0 ? null : new byte[random.nextInt(9)];
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    String child = (path.equals("/") ? "" : path) + "/" + random.nextInt(50);
                    if (tree.find(child) == null && child.length() < 30) {
                        List<Acl> acl = random.nextBoolean() ? ACL : Acl.OPEN_ACL_UNSAFE;
                        tree.create(child, data, acl, owner(random), -1, zxid, zxid);
                        model.put(child, data);
                        paths.add(child);
                    }
                }
                case 2 -> {
                    tree.setData(node, data, node.version() + 1, zxid, zxid);
                    tree.setAcl(node, random.nextBoolean() ? ACL : Acl.OPEN_ACL_UNSAFE, node.aclVersion() + 1);
                    model.put(path, data);
                }
                default -> {
                    if (!node.isRoot() && node.childCount() == 0) {
                        tree.delete(node, zxid);
                        model.remove(path);
                        paths.remove(path);
                    }
                }
            }
            if (zxid % 1000 == 0) {
                assertConsistent(model);
            }
        }
        assertTrue(model.size() > 500);
    }

    private static long owner(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> 100 + random.nextInt(5);
            case 1 -> OwnerEncoding.CONTAINER;
            case 2 -> OwnerEncoding.ttlOwner(1 + random.nextInt(100));
            default -> 0;
        };
    }

    private void assertConsistent(Map<String, byte[]> model) {
        assertEquals(TreeDump.digest(tree), tree.digest());
        Map<NodeKind, TreeSet<String>> byKind = new HashMap<>();
        TreeSet<String> found = new TreeSet<>();
        long[] bytes = {0};
        int[] acls = {0};
        Subtree.forEach(tree.root(), node -> {
            found.add(node.path());
            bytes[0] += node.path().length() + node.dataLength();
            acls[0] += tree.acl(node).equals(ACL) ? 1 : 0;
            byKind.computeIfAbsent(node.kind(), kind -> new TreeSet<>()).add(node.path());
            int descendants = 0;
            for (int i = 0; i < node.childCount(); i++) {
                assertEquals(node, node.child(i).parent());
                descendants += 1 + node.child(i).descendantCount();
            }
            assertEquals(descendants, node.descendantCount());
        });
        TreeSet<String> expected = new TreeSet<>(model.keySet());
        expected.add("/");
        assertEquals(expected, found);
        assertEquals(expected.size(), tree.nodeCount());
        assertEquals(bytes[0], tree.dataSizeBytes());
        assertEquals(acls[0] == 0 ? 0 : 1, tree.acls().size());
        assertEquals(byKind.getOrDefault(NodeKind.CONTAINER, new TreeSet<>()), paths(tree.containers()));
        assertEquals(byKind.getOrDefault(NodeKind.TTL, new TreeSet<>()), paths(tree.ttls()));
        TreeSet<String> ephemerals = new TreeSet<>();
        tree.ephemeralsBySession().forEach((session, nodes) -> {
            ephemerals.addAll(paths(nodes));
            nodes.forEach(node -> assertEquals(session, node.ephemeralOwner()));
        });
        assertEquals(byKind.getOrDefault(NodeKind.EPHEMERAL, new TreeSet<>()), ephemerals);
        assertEquals(ephemerals.size(), tree.ephemeralCount());
    }

    private static TreeSet<String> paths(Iterable<Znode> nodes) {
        TreeSet<String> paths = new TreeSet<>();
        nodes.forEach(node -> paths.add(node.path()));
        return paths;
    }

    @Test
    void ephemeralsOfASessionComeInTheOrderOfTheirCreation() {
        create("/b", 7);
        create("/a", 7);
        create("/c", 8);
        assertEquals(
                List.of("/b", "/a"),
                tree.ephemerals(7).stream().map(Znode::path).toList());
        tree.delete(tree.find("/b"), 2);
        tree.delete(tree.find("/a"), 3);
        assertTrue(tree.ephemerals(7).isEmpty());
        assertEquals(List.of(8L), List.copyOf(tree.ephemeralsBySession().keySet()));
    }

    @Test
    void onlyEphemeralsShowTheirOwner() {
        assertEquals(7, create("/e", 7).stat().ephemeralOwner());
        assertEquals(0, create("/c", OwnerEncoding.CONTAINER).stat().ephemeralOwner());
        assertEquals(0, create("/t", OwnerEncoding.ttlOwner(9)).stat().ephemeralOwner());
        assertEquals(0, create("/p", 0).stat().ephemeralOwner());
        Tree withoutTtls = new Tree(1, new OwnerEncoding(false, false), false);
        long ttlOwner = OwnerEncoding.ttlOwner(9);
        Znode node = withoutTtls.create("/t", null, null, ttlOwner, -1, 1, 1);
        assertEquals(ttlOwner, node.stat().ephemeralOwner());
    }

    @Test
    void theWrittenStatIsTheStat() {
        Znode node = create("/a", 7);
        tree.setData(node, new byte[8], 4, 5, 6);
        tree.setAcl(node, ACL, 3);
        ByteBuf out = Unpooled.buffer();
        node.writeStat(out);
        assertEquals(node.stat(), Stat.decode(out));
    }

    @Test
    void aHugeParentStaysCheapToAddToAndToTakeFrom() {
        create("/p", 0);
        for (int i = 0; i < 100_000; i++) {
            create("/p/" + i, 0);
        }
        assertEquals(100_000, tree.find("/p").childCount());
        for (int i = 0; i < 100_000; i++) {
            tree.delete(tree.find("/p/" + i), 2);
        }
        assertEquals(0, tree.find("/p").childCount());
        assertEquals(200_000 - 100_000, tree.find("/p").cversion() - 100_000);
    }

    @Test
    void aVeryDeepTreeDoesNotOverflowTheStack() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            create(path.append("/d").toString(), 0);
        }
        assertEquals(3_001, Subtree.size(tree.root()).nodes());
        assertEquals(9_000, Subtree.size(tree.root()).dataBytes());
    }

    @Test
    void brokenInvariantsAreNoticed() {
        create("/a", 0);
        create("/a/b", 0);
        assertThrows(IllegalStateException.class, () -> tree.delete(tree.find("/a"), 2));
        assertThrows(IllegalStateException.class, () -> create("/x/y", 0));
        assertThrows(IllegalStateException.class, () -> tree.restore("/a", null, null, StoredStat.created(1, 1, 0)));
    }

    @Test
    void aTreeWithoutDigestsHasNone() {
        Tree plain = new Tree(1, new OwnerEncoding(false, false), false);
        plain.create("/a", null, null, 0, -1, 1, 1);
        assertEquals(0, plain.digest());
        assertNull(plain.find("/b"));
    }

    @Test
    void aRestoredRootKeepsItsStat() {
        StoredStat stat = new StoredStat(0, 4, 9, 0, 3, 2, 17, 1, 0);
        tree.restore("/", new byte[5], ACL, stat);
        assertEquals(stat, tree.root().storedStat());
        assertEquals(6, tree.dataSizeBytes());
        assertEquals(TreeDump.digest(tree), tree.digest());
    }
}
