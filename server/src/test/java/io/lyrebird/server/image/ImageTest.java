package io.lyrebird.server.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ImageTest {
    private final Tree tree = emptyTree();
    private final Sessions sessions = new Sessions();
    private final ImageChanges changes = new ImageChanges(tree, sessions);
    private final TreeMap<byte[], byte[]> image = new TreeMap<>(Arrays::compareUnsigned);

    private static Tree emptyTree() {
        return new Tree(1, new OwnerEncoding(true, false), true);
    }

    private void drain() {
        changes.drainTo((key, value) -> {
            if (value == null) {
                image.remove(key);
            } else {
                image.put(key, value);
            }
        });
    }

    private static ImageLoader load(Map<byte[], byte[]> image, Tree target, Sessions sessions) {
        ImageLoader loader = new ImageLoader(target, sessions);
        image.forEach(loader::entry);
        return loader;
    }

    @Test
    void imageFollowsRandomChangesBatchByBatch() {
        tree.observe(changes);
        changes.markAll();
        Random random = new Random(3);
        List<String> paths = new ArrayList<>(List.of("/"));
        for (int zxid = 1; zxid < 3000; zxid++) {
            change(random, paths, zxid);
            if (random.nextInt(10) == 0) {
                drain();
            }
            if (random.nextInt(200) == 0) {
                drain();
                assertImageIsTheTree();
            }
        }
        drain();
        assertImageIsTheTree();
    }

    private void change(Random random, List<String> paths, int zxid) {
        String path = paths.get(random.nextInt(paths.size()));
        Znode node = tree.find(path);
        switch (random.nextInt(5)) {
            case 0 -> tree.setData(node, random.nextBoolean() ? null : new byte[random.nextInt(50)], zxid, zxid, zxid);
            case 1 -> tree.setAcl(node, List.of(new Acl(random.nextInt(31), "digest", "u" + random.nextInt(5))), zxid);
            case 2 -> {
                if (node.childCount() == 0 && !node.isRoot()) {
                    tree.delete(node, zxid);
                    paths.remove(path);
                }
            }
            case 3 -> {
                sessions.add(zxid, 1000 + zxid);
                changes.sessionChanged(zxid);
                long closed = random.nextInt(zxid);
                sessions.remove(closed);
                changes.sessionChanged(closed);
            }
            default -> {
                String child = (path.equals("/") ? "" : path) + "/é" + zxid;
                long[] owners = {0, 0, 77, OwnerEncoding.CONTAINER, OwnerEncoding.ttlOwner(500)};
                tree.create(child, new byte[] {1}, Acl.OPEN_ACL_UNSAFE, owners[zxid % owners.length], -1, zxid, zxid);
                paths.add(child);
            }
        }
    }

    private void assertImageIsTheTree() {
        Tree loaded = emptyTree();
        Sessions loadedSessions = new Sessions();
        assertNull(load(image, loaded, loadedSessions).problem());
        assertEquals(tree.digest(), loaded.digest());
        assertEquals(tree.nodeCount(), loaded.nodeCount());
        assertEquals(tree.dataSizeBytes(), loaded.dataSizeBytes());
        assertEquals(tree.ephemeralCount(), loaded.ephemeralCount());
        assertEquals(tree.containers().size(), loaded.containers().size());
        assertEquals(tree.ttls().size(), loaded.ttls().size());
        assertEquals(tree.acls().size(), loaded.acls().size());
        assertEquals(sessions.timeouts(), loadedSessions.timeouts());
    }

    @Test
    void imageThatLostANodeOrABitIsNoticed() {
        tree.observe(changes);
        changes.markAll();
        tree.create("/a", new byte[] {1, 2, 3}, Acl.OPEN_ACL_UNSAFE, 0, -1, 1, 1);
        tree.create("/b", new byte[] {1, 2, 3}, Acl.OPEN_ACL_UNSAFE, 0, -1, 2, 2);
        drain();
        assertNull(load(image, emptyTree(), new Sessions()).problem());

        TreeMap<byte[], byte[]> lost = new TreeMap<>(image);
        lost.remove(ImageKeys.node("/b"));
        assertNotNull(load(lost, emptyTree(), new Sessions()).problem());

        TreeMap<byte[], byte[]> flipped = new TreeMap<>(image);
        byte[] value = flipped.get(ImageKeys.node("/b")).clone();
        value[value.length - 1] ^= 1;
        flipped.put(ImageKeys.node("/b"), value);
        assertNotNull(load(flipped, emptyTree(), new Sessions()).problem());

        TreeMap<byte[], byte[]> unsaid = new TreeMap<>(image);
        unsaid.remove(ImageKeys.SUMMARY);
        assertNotNull(load(unsaid, emptyTree(), new Sessions()).problem());
    }
}
