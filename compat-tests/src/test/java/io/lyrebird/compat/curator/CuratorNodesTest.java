package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.GroupMember;
import org.apache.curator.framework.recipes.nodes.PersistentEphemeralNode;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.curator.framework.recipes.nodes.PersistentTtlNode;
import org.apache.curator.framework.recipes.watch.PersistentWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

class CuratorNodesTest extends CuratorTest {
    @Test
    void aPersistentNodeComesBackWhenItIsDeleted() throws Exception {
        try (PersistentNode node = new PersistentNode(client, CreateMode.EPHEMERAL, false, path, bytes("data"))) {
            node.start();
            assertTrue(node.waitForInitialCreate(LIMIT_SECONDS, TimeUnit.SECONDS));
            long first = other.checkExists().forPath(path).getCzxid();
            other.delete().forPath(path);
            eventually("it is there again", () -> isThereSince(first + 1));
            node.setData(bytes("changed"));
            eventually(
                    "its data follow", () -> text(other.getData().forPath(path)).equals("changed"));
        }
        eventually("it goes when it is closed", () -> other.checkExists().forPath(path) == null);
    }

    @Test
    void aPersistentNodeMovesToTheNextSession() throws Exception {
        CuratorFramework doomed = newClient();
        try (PersistentNode node = new PersistentNode(doomed, CreateMode.EPHEMERAL, false, path, bytes("data"))) {
            node.start();
            assertTrue(node.waitForInitialCreate(LIMIT_SECONDS, TimeUnit.SECONDS));
            long owner = other.checkExists().forPath(path).getEphemeralOwner();
            assertNotEquals(0, owner);
            expireSession(doomed);
            eventually("another session owns it", () -> {
                Stat stat = other.checkExists().forPath(path);
                return stat != null && stat.getEphemeralOwner() != owner;
            });
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void aPersistentEphemeralNodeIsOneOfItsModes() throws Exception {
        try (PersistentEphemeralNode node = new PersistentEphemeralNode(
                client, PersistentEphemeralNode.Mode.PROTECTED_EPHEMERAL_SEQUENTIAL, path, bytes("data"))) {
            node.start();
            assertTrue(node.waitForInitialCreate(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertTrue(node.getActualPath().matches("/_c_.*aPersistentEphemeralNode.*\\d{10}"), node.getActualPath());
            assertNotEquals(0, other.checkExists().forPath(node.getActualPath()).getEphemeralOwner());
        }
    }

    @Test
    void aTtlNodeLivesAsLongAsItIsTouched() throws Exception {
        int ttlMs = 1_000;
        try (PersistentTtlNode node = new PersistentTtlNode(client, path, ttlMs, bytes("data"))) {
            node.start();
            assertTrue(node.waitForInitialCreate(LIMIT_SECONDS, TimeUnit.SECONDS));
            eventually(
                    "it has been touched",
                    () -> other.checkExists().forPath(path + "/touch") != null
                            && other.checkExists().forPath(path + "/touch").getVersion() >= 3);
            assertNotNull(other.checkExists().forPath(path));
        }
        eventually("it goes when nobody touches it", () -> other.checkExists().forPath(path) == null);
    }

    @Test
    void membersOfAGroupSeeEachOther() throws Exception {
        try (GroupMember mine = new GroupMember(client, path, "mine", bytes("1"))) {
            GroupMember theirs = new GroupMember(other, path, "theirs", bytes("2"));
            mine.start();
            theirs.start();
            eventually(
                    "both are members", () -> mine.getCurrentMembers().keySet().equals(Set.of("mine", "theirs")));
            theirs.setThisData(bytes("3"));
            eventually(
                    "data are seen",
                    () -> text(mine.getCurrentMembers().get("theirs")).equals("3"));
            theirs.close();
            eventually("one is alone", () -> mine.getCurrentMembers().keySet().equals(Set.of("mine")));
        }
    }

    @Test
    void aPersistentWatcherSeesEverythingBelowAlsoAfterARestart() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        try (PersistentWatcher watcher = new PersistentWatcher(client, path, true)) {
            watcher.getListenable().addListener(event -> {
                if (event.getType() != Watcher.Event.EventType.None) {
                    events.add(event.getType() + " " + event.getPath().substring(path.length()));
                }
            });
            watcher.getResetListenable().addListener(() -> events.add("set"));
            watcher.start();
            assertEquals("set", next(events));
            other.create().creatingParentsIfNeeded().forPath(path + "/a/b");
            assertEquals("NodeCreated ", next(events));
            assertEquals("NodeCreated /a", next(events));
            assertEquals("NodeCreated /a/b", next(events));
            other.setData().forPath(path + "/a/b", bytes("1"));
            assertEquals("NodeDataChanged /a/b", next(events));
            server.restart();
            assertEquals("set", next(events));
            other.delete().forPath(path + "/a/b");
            assertEquals("NodeDeleted /a/b", next(events));
            assertNull(events.poll());
        }
    }

    private static String next(BlockingQueue<String> events) throws InterruptedException {
        return events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private boolean isThereSince(long zxid) throws Exception {
        Stat stat = other.checkExists().forPath(path);
        return stat != null && stat.getCzxid() >= zxid;
    }
}
