package io.lyrebird.server.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PathIndexTest {
    private static final int OPERATIONS = 1_000_000;
    private static final int NODES_MAX = 60_000;

    private final Znode root = node(null, "");
    private final Map<String, Znode> model = new HashMap<>();
    private final List<String> paths = new ArrayList<>();

    private static Znode node(Znode parent, String name) {
        return new Znode(parent, name.getBytes(StandardCharsets.UTF_8), null, 0, 0, 1, 1);
    }

    @Test
    void millionsOfChangesAgreeWithAHashMap() {
        PathIndex index = new PathIndex(4711);
        Random random = new Random(1);
        boolean growing = true;
        for (int i = 0; i < OPERATIONS; i++) {
            if (model.size() > NODES_MAX) {
                growing = false;
            } else if (model.size() < NODES_MAX / 10) {
                growing = true;
            }
            int kind = random.nextInt(10);
            if (kind < (growing ? 5 : 2)) {
                add(index, random);
            } else if (kind < 7) {
                remove(index, random);
            } else {
                look(index, random);
            }
        }
        assertEquals(model.size(), index.size());
        model.forEach((path, node) -> assertSame(node, find(index, path)));
    }

    private void add(PathIndex index, Random random) {
        Znode parent = root;
        String parentPath = "";
        if (!paths.isEmpty() && random.nextBoolean()) {
            parentPath = paths.get(random.nextInt(paths.size()));
            parent = model.get(parentPath);
        }
        String name = Integer.toString(random.nextInt(1_000_000), 36);
        String path = parentPath + "/" + name;
        if (path.length() < 60 && !model.containsKey(path)) {
            Znode node = node(parent, name);
            index.add(bytes(path), node);
            model.put(path, node);
            paths.add(path);
        }
    }

    /** Nodes below the removed one stay in index and model: the index does not care for the tree's shape. */
    private void remove(PathIndex index, Random random) {
        if (paths.isEmpty()) {
            return;
        }
        int at = random.nextInt(paths.size());
        String path = paths.get(at);
        paths.set(at, paths.get(paths.size() - 1));
        paths.remove(paths.size() - 1);
        index.remove(bytes(path), model.remove(path));
        assertNull(find(index, path));
    }

    private void look(PathIndex index, Random random) {
        if (paths.isEmpty()) {
            return;
        }
        String path = paths.get(random.nextInt(paths.size()));
        assertSame(model.get(path), find(index, path));
        String other = path.substring(0, path.length() - 1);
        assertSame(model.get(other), find(index, other));
        assertNull(find(index, path + "/"));
        assertNull(find(index, "/" + path));
    }

    private static byte[] bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8);
    }

    private static Znode find(PathIndex index, String path) {
        byte[] padded = bytes("xx" + path + "yy");
        return index.find(padded, 2, padded.length - 2);
    }

    @Test
    void aPathIsFoundByAllOfItAndNotByAPartOfIt() {
        PathIndex index = new PathIndex(1);
        Znode a = node(root, "a");
        Znode ab = node(a, "b");
        index.add(bytes("/a"), a);
        index.add(bytes("/a/b"), ab);
        assertSame(ab, find(index, "/a/b"));
        for (String path : List.of("a", "/", "/b", "b", "/a/", "//a", "/a/b/", "/a//b", "/x/b", "a/b")) {
            assertNull(find(index, path), path);
        }
    }

    @Test
    void aSegmentThatMayNotBeSplitAnyMoreGrows() {
        PathIndex index = new PathIndex(99, 1);
        for (int i = 0; i < 20_000; i++) {
            index.add(bytes("/n" + i), node(root, "n" + i));
        }
        for (int i = 0; i < 20_000; i += 2) {
            index.remove(bytes("/n" + i), find(index, "/n" + i));
        }
        for (int i = 0; i < 20_000; i++) {
            Znode found = find(index, "/n" + i);
            assertEquals(i % 2 == 0 ? null : "n" + i, found == null ? null : found.name());
        }
        assertEquals(10_000, index.size());
    }
}
