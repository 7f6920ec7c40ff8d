package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.cache.NodeCache;
import org.apache.curator.framework.recipes.cache.PathChildrenCache;
import org.apache.curator.framework.recipes.cache.PathChildrenCacheEvent;
import org.apache.curator.framework.recipes.cache.TreeCache;
import org.apache.curator.framework.recipes.cache.TreeCacheEvent;
import org.junit.jupiter.api.Test;

class CuratorCachesTest extends CuratorTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Test
    void aCacheShowsATreeAndItsChanges() throws Exception {
        client.create().creatingParentsIfNeeded().forPath(path + "/before", bytes("0"));
        CountDownLatch complete = new CountDownLatch(1);
        try (CuratorCache cache = CuratorCache.build(client, path)) {
            cache.listenable()
                    .addListener(CuratorCacheListener.builder()
                            .forInitialized(complete::countDown)
                            .forCreates(node -> events.add("created " + node.getPath()))
                            .forChanges((before, after) ->
                                    events.add("changed " + text(before.getData()) + " to " + text(after.getData())))
                            .forDeletes(node -> events.add("deleted " + node.getPath()))
                            .build());
            cache.start();
            assertTrue(complete.await(LIMIT_SECONDS, TimeUnit.SECONDS));
            expectEvents("created " + path, "created " + path + "/before");
            other.setData().forPath(path + "/before", bytes("1"));
            expectEvents("changed 0 to 1");
            other.create().creatingParentsIfNeeded().forPath(path + "/deep/down", bytes("x"));
            expectEvents("created " + path + "/deep", "created " + path + "/deep/down");
            other.delete().deletingChildrenIfNeeded().forPath(path + "/deep");
            expectEvents("deleted " + path + "/deep/down", "deleted " + path + "/deep");
            assertArrayEquals(
                    bytes("1"), cache.get(path + "/before").orElseThrow().getData());
            assertEquals(2, cache.size());
        }
    }

    @Test
    void aCacheCatchesUpAfterARestartOfTheServer() throws Exception {
        client.create().forPath(path);
        try (CuratorCache cache = CuratorCache.build(client, path)) {
            cache.start();
            for (int round = 0; round < 2; round++) {
                String node = path + "/round-" + round;
                other.create().forPath(node, bytes("x"));
                eventually(node + " is in the cache", () -> cache.get(node).isPresent());
                server.kill();
                server.start();
                other.delete().forPath(node);
                eventually(node + " is out of the cache", () -> cache.get(node).isEmpty());
            }
        }
    }

    @Test
    void aCacheOfOneNodeSeesNothingBelowIt() throws Exception {
        try (CuratorCache cache = CuratorCache.build(client, path, CuratorCache.Options.SINGLE_NODE_CACHE)) {
            cache.listenable()
                    .addListener(CuratorCacheListener.builder()
                            .forAll((type, before, after) -> events.add(type.name()))
                            .build());
            cache.start();
            other.create().creatingParentsIfNeeded().forPath(path + "/below");
            expectEvents("NODE_CREATED");
            other.delete().forPath(path + "/below");
            other.setData().forPath(path, bytes("x"));
            expectEvents("NODE_CHANGED");
            other.delete().forPath(path);
            expectEvents("NODE_DELETED");
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void aNodeCacheFollowsANodeThatComesAndGoes() throws Exception {
        try (NodeCache cache = new NodeCache(client, path)) {
            cache.getListenable()
                    .addListener(() -> events.add(
                            cache.getCurrentData() == null
                                    ? "none"
                                    : text(cache.getCurrentData().getData())));
            cache.start(true);
            other.create().forPath(path, bytes("one"));
            expectEvents("one");
            other.setData().forPath(path, bytes("two"));
            expectEvents("two");
            other.delete().forPath(path);
            expectEvents("none");
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void aPathChildrenCacheFollowsTheChildren() throws Exception {
        client.create().creatingParentsIfNeeded().forPath(path + "/a", bytes("1"));
        try (PathChildrenCache cache = new PathChildrenCache(client, path, true)) {
            cache.getListenable().addListener((ignored, event) -> {
                if (event.getType() != PathChildrenCacheEvent.Type.CONNECTION_RECONNECTED) {
                    events.add(event.getType() + " " + event.getData().getPath().substring(path.length()));
                }
            });
            cache.start(PathChildrenCache.StartMode.BUILD_INITIAL_CACHE);
            assertEquals(1, cache.getCurrentData().size());
            other.create().forPath(path + "/b", bytes("2"));
            expectEvents("CHILD_ADDED /b");
            other.setData().forPath(path + "/a", bytes("3"));
            expectEvents("CHILD_UPDATED /a");
            other.delete().forPath(path + "/a");
            expectEvents("CHILD_REMOVED /a");
            assertEquals(
                    List.of(path + "/b"),
                    cache.getCurrentData().stream().map(node -> node.getPath()).toList());
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void aTreeCacheFollowsATree() throws Exception {
        client.create().creatingParentsIfNeeded().forPath(path + "/a/b", bytes("1"));
        try (TreeCache cache = TreeCache.newBuilder(client, path).setMaxDepth(2).build()) {
            cache.getListenable().addListener((ignored, event) -> {
                if (event.getType() == TreeCacheEvent.Type.INITIALIZED || event.getData() != null) {
                    events.add(event.getType()
                            + (event.getData() == null
                                    ? ""
                                    : " " + event.getData().getPath().substring(path.length())));
                }
            });
            cache.start();
            expectEvents("NODE_ADDED ", "NODE_ADDED /a", "NODE_ADDED /a/b", "INITIALIZED");
            other.create().forPath(path + "/a/b/too-deep");
            other.setData().forPath(path + "/a/b", bytes("2"));
            expectEvents("NODE_UPDATED /a/b");
            other.delete().deletingChildrenIfNeeded().forPath(path + "/a");
            expectEvents("NODE_REMOVED /a/b", "NODE_REMOVED /a");
            assertEquals(
                    new TreeSet<>(),
                    cache.getCurrentChildren(path).keySet().stream().collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    private void expectEvents(String... expected) throws InterruptedException {
        for (String each : expected) {
            assertEquals(each, events.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        }
    }
}
