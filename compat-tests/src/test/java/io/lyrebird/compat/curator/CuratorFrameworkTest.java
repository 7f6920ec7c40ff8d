package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

/** What the recipes are made of: the requests in the ways in which Curator sends them. */
class CuratorFrameworkTest extends CuratorTest {
    @Test
    void parentsAreCreatedOnTheWayAndChildrenDeleted() throws Exception {
        Stat stat = new Stat();
        client.create()
                .storingStatIn(stat)
                .creatingParentContainersIfNeeded()
                .withMode(CreateMode.PERSISTENT)
                .forPath(path + "/a/b/c", bytes("x"));
        assertEquals(1, stat.getDataLength());
        assertEquals(List.of("b"), other.getChildren().forPath(path + "/a"));
        client.delete().guaranteed().deletingChildrenIfNeeded().forPath(path);
        assertNull(other.checkExists().forPath(path));
    }

    @Test
    void createOrSetAndQuietDeleteDoNotMindTheState() throws Exception {
        client.create().orSetData().forPath(path, bytes("one"));
        client.create().orSetData().forPath(path, bytes("two"));
        assertEquals("two", text(other.getData().forPath(path)));
        client.create().idempotent().forPath(path + "/again", bytes("x"));
        client.create().idempotent().forPath(path + "/again", bytes("x"));
        client.delete().quietly().forPath(path + "/none");
        assertThrows(
                KeeperException.NoNodeException.class, () -> client.delete().forPath(path + "/none"));
    }

    @Test
    void aProtectedNodeIsFoundAgainByItsName() throws Exception {
        client.create().forPath(path);
        String node = client.create()
                .withProtection()
                .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                .forPath(path + "/n-");
        assertTrue(node.matches(path + "/_c_[0-9a-f-]{36}-n-0000000000"), node);
        assertNotNull(other.checkExists().forPath(node));
    }

    @Test
    void aTransactionReportsEachOperation() throws Exception {
        List<CuratorTransactionResult> results = client.transaction()
                .forOperations(
                        client.transactionOp().create().forPath(path, bytes("one")),
                        client.transactionOp().setData().forPath(path, bytes("two")),
                        client.transactionOp()
                                .create()
                                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                                .forPath(path + "/n-"),
                        client.transactionOp().check().withVersion(1).forPath(path));
        assertEquals(path, results.get(0).getResultPath());
        assertEquals(1, results.get(1).getResultStat().getVersion());
        assertEquals(path + "/n-0000000000", results.get(2).getResultPath());
        KeeperException error = assertThrows(
                KeeperException.class,
                () -> client.transaction()
                        .forOperations(
                                client.transactionOp().delete().forPath(path + "/n-0000000000"),
                                client.transactionOp().check().withVersion(9).forPath(path)));
        assertEquals(KeeperException.Code.BADVERSION, error.code());
        assertNotNull(other.checkExists().forPath(path + "/n-0000000000"), "nothing of it was done");
    }

    @Test
    void aClientWithTheRightDigestOpensWhatItsLikeHasClosed() throws Exception {
        CuratorFramework owner = newClient();
        owner.getZookeeperClient().getZooKeeper().addAuthInfo("digest", bytes("me:secret"));
        owner.create().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath(path, bytes("x"));
        assertThrows(
                KeeperException.NoAuthException.class, () -> other.getData().forPath(path));
        owner.setACL().withACL(ZooDefs.Ids.READ_ACL_UNSAFE).forPath(path);
        assertEquals("x", text(other.getData().forPath(path)));
        assertEquals(ZooDefs.Ids.READ_ACL_UNSAFE, other.getACL().forPath(path));
    }

    @Test
    void watchesAreAddedAndRemoved() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        CuratorWatcher watcher = event -> events.add(event.getType() + " " + event.getPath());
        client.create().forPath(path);
        client.watchers()
                .add()
                .withMode(AddWatchMode.PERSISTENT)
                .usingWatcher(watcher)
                .forPath(path);
        other.setData().forPath(path, bytes("1"));
        other.setData().forPath(path, bytes("2"));
        assertEquals("NodeDataChanged " + path, events.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals("NodeDataChanged " + path, events.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        client.watchers().remove(watcher).forPath(path);
        assertEquals("PersistentWatchRemoved " + path, events.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        other.setData().forPath(path, bytes("3"));
        client.sync().forPath(path);
        assertNull(events.poll(QUIET_MS, TimeUnit.MILLISECONDS));
    }

    @Test
    void anExpiredSessionIsReplacedByAnother() throws Exception {
        CuratorFramework doomed = newClient();
        BlockingQueue<ConnectionState> states = new LinkedBlockingQueue<>();
        doomed.getConnectionStateListenable().addListener((ignored, state) -> {
            if (state != ConnectionState.CONNECTED) { // of which it may be told late
                states.add(state);
            }
        });
        doomed.create().withMode(CreateMode.EPHEMERAL).forPath(path);
        long session = doomed.getZookeeperClient().getZooKeeper().getSessionId();
        expireSession(doomed);
        assertEquals(ConnectionState.SUSPENDED, states.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(ConnectionState.LOST, states.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(ConnectionState.RECONNECTED, states.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertNotEquals(session, doomed.getZookeeperClient().getZooKeeper().getSessionId());
        assertNull(doomed.checkExists().forPath(path));
    }

    @Test
    void aSessionOutlivesAKilledServer() throws Exception {
        client.create().withMode(CreateMode.EPHEMERAL).forPath(path, bytes("x"));
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        server.kill();
        server.start();
        assertEquals("x", text(client.getData().forPath(path)));
        assertEquals(session, other.checkExists().forPath(path).getEphemeralOwner());
        assertEquals(session, client.getZookeeperClient().getZooKeeper().getSessionId());
    }
}
