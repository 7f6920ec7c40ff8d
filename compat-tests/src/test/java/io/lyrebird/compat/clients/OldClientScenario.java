package io.lyrebird.compat.clients;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * What an application does with a client, in nothing but the words that clients had in 3.3 already (multi: in 3.4).
 * {@link OldClientsTest} loads this class beside the jar of an old client, where there is no JUnit.
 */
public final class OldClientScenario {
    private static final int SESSION_TIMEOUT_MS = 10_000;
    private static final int LIMIT_SECONDS = 20;
    private static final List<ACL> OPEN = ZooDefs.Ids.OPEN_ACL_UNSAFE;
    private static final int ANY_VERSION = -1;

    private final String connectString;
    private final String root;
    private final Callable<Void> restartServer;

    /** The server is killed and started again on its data by the callable. */
    public OldClientScenario(String connectString, String root, Callable<Void> restartServer) {
        this.connectString = connectString;
        this.root = root;
        this.restartServer = restartServer;
    }

    /** Each step by a sentence about it; they do not depend on one another. */
    public Map<String, Callable<Void>> steps(boolean hasMulti) {
        Map<String, Callable<Void>> steps = new LinkedHashMap<>();
        steps.put("nodes are created, read, changed, listed and deleted", step(this::nodes));
        steps.put("mistakes are answered with their codes", step(this::mistakes));
        steps.put("watches fire once", step(this::watches));
        steps.put("ephemerals go with their session", step(this::ephemerals));
        steps.put("sequential nodes are numbered", step(this::sequence));
        steps.put("a digest protects a node", step(this::acls));
        steps.put("asynchronous answers come in the order of the requests", step(this::asynchronous));
        steps.put("a session and its watches outlive a restart of the server", step(this::reconnect));
        steps.put("a session that was closed elsewhere is expired", step(this::expired));
        if (hasMulti) {
            steps.put("a multi is done as a whole or not at all", step(this::multi));
        }
        return steps;
    }

    private interface Body {
        void run(Session session) throws Exception;
    }

    private Callable<Void> step(Body body) {
        return () -> {
            Session session = new Session();
            try {
                if (session.client.exists(root, false) == null) {
                    session.client.create(root, bytes(""), OPEN, CreateMode.PERSISTENT);
                }
                body.run(session);
            } finally {
                session.client.close();
            }
            return null;
        };
    }

    /** A connected client and the events of its default watcher other than the first. */
    private final class Session implements Watcher {
        final BlockingQueue<WatchedEvent> events = new ArrayBlockingQueue<>(100);
        final ZooKeeper client;

        Session() throws Exception {
            client = new ZooKeeper(connectString, SESSION_TIMEOUT_MS, this);
            expect(EventType.None, KeeperState.SyncConnected, null);
        }

        Session(long id, byte[] password) throws Exception {
            client = new ZooKeeper(connectString, SESSION_TIMEOUT_MS, this, id, password);
            expect(EventType.None, KeeperState.SyncConnected, null);
        }

        @Override
        public void process(WatchedEvent event) {
            events.add(event);
        }

        void expect(EventType type, KeeperState state, String path) throws InterruptedException {
            WatchedEvent event = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            check(event != null, "no event " + type + " " + state + " of " + path);
            check(
                    event.getType() == type && event.getState() == state && same(event.getPath(), path),
                    "event " + event + " instead of " + type + " " + state + " of " + path);
        }
    }

    private void nodes(Session session) throws Exception {
        ZooKeeper client = session.client;
        String node = root + "/node";
        check(client.create(node, bytes("one"), OPEN, CreateMode.PERSISTENT).equals(node), "the path is returned");
        Stat created = new Stat();
        check(text(client.getData(node, false, created)).equals("one"), "what was written is read");
        check(created.getVersion() == 0 && created.getDataLength() == 3, "stat of a new node: " + created);
        check(created.getCzxid() == created.getMzxid(), "a new node was modified when it was created");
        Stat changed = client.setData(node, bytes("three"), 0);
        check(changed.getVersion() == 1 && changed.getMzxid() > changed.getCzxid(), "stat of a change: " + changed);
        client.create(node + "/b", bytes(""), OPEN, CreateMode.PERSISTENT);
        client.create(node + "/a", bytes(""), OPEN, CreateMode.PERSISTENT);
        List<String> children = new ArrayList<>(client.getChildren(node, false));
        Collections.sort(children);
        check(children.equals(List.of("a", "b")), "children: " + children);
        Stat parent = new Stat();
        client.getChildren(node, false, parent);
        check(parent.getNumChildren() == 2 && parent.getCversion() == 2, "stat of a parent: " + parent);
        client.delete(node + "/a", ANY_VERSION);
        client.delete(node + "/b", 0);
        client.delete(node, 1);
        check(client.exists(node, false) == null, "a deleted node is gone");
    }

    private void mistakes(Session session) throws Exception {
        ZooKeeper client = session.client;
        String node = root + "/mistakes";
        client.create(node, bytes(""), OPEN, CreateMode.PERSISTENT);
        client.create(node + "/child", bytes(""), OPEN, CreateMode.EPHEMERAL);
        fails(KeeperException.Code.NODEEXISTS, () -> client.create(node, bytes(""), OPEN, CreateMode.PERSISTENT));
        fails(KeeperException.Code.NONODE, () -> client.getData(node + "/none", false, null));
        fails(KeeperException.Code.NONODE, () -> client.create(node + "/x/y", null, OPEN, CreateMode.PERSISTENT));
        fails(KeeperException.Code.BADVERSION, () -> client.setData(node, bytes("x"), 7));
        fails(KeeperException.Code.NOTEMPTY, () -> {
            client.delete(node, ANY_VERSION);
            return null;
        });
        fails(
                KeeperException.Code.NOCHILDRENFOREPHEMERALS,
                () -> client.create(node + "/child/x", null, OPEN, CreateMode.PERSISTENT));
        fails(KeeperException.Code.INVALIDACL, () -> client.create(node + "/x", null, List.of(), CreateMode.EPHEMERAL));
    }

    private void watches(Session session) throws Exception {
        ZooKeeper client = session.client;
        Session other = new Session();
        String node = root + "/watched";
        check(client.exists(node, true) == null, "not there yet");
        other.client.create(node, bytes(""), OPEN, CreateMode.PERSISTENT);
        session.expect(EventType.NodeCreated, KeeperState.SyncConnected, node);
        client.getData(node, true, null);
        client.getChildren(node, true);
        other.client.setData(node, bytes("x"), ANY_VERSION);
        session.expect(EventType.NodeDataChanged, KeeperState.SyncConnected, node);
        other.client.setData(node, bytes("y"), ANY_VERSION);
        other.client.create(node + "/child", bytes(""), OPEN, CreateMode.PERSISTENT);
        session.expect(EventType.NodeChildrenChanged, KeeperState.SyncConnected, node);
        client.getData(node + "/child", true, null);
        other.client.delete(node + "/child", ANY_VERSION);
        session.expect(EventType.NodeDeleted, KeeperState.SyncConnected, node + "/child");
        other.client.close();
        check(session.events.isEmpty(), "an event too many: " + session.events);
    }

    private void ephemerals(Session session) throws Exception {
        Session other = new Session();
        String node = root + "/ephemeral";
        other.client.create(node, bytes(""), OPEN, CreateMode.EPHEMERAL);
        Stat stat = session.client.exists(node, true);
        check(stat.getEphemeralOwner() == other.client.getSessionId(), "the owner is the session: " + stat);
        other.client.close();
        session.expect(EventType.NodeDeleted, KeeperState.SyncConnected, node);
    }

    private void sequence(Session session) throws Exception {
        ZooKeeper client = session.client;
        String parent = root + "/sequence";
        client.create(parent, bytes(""), OPEN, CreateMode.PERSISTENT);
        String prefix = parent + "/n-";
        check(
                client.create(prefix, null, OPEN, CreateMode.PERSISTENT_SEQUENTIAL)
                        .equals(prefix + "0000000000"),
                "the first number is 0");
        client.delete(prefix + "0000000000", ANY_VERSION);
        check(
                client.create(prefix, null, OPEN, CreateMode.EPHEMERAL_SEQUENTIAL)
                        .equals(prefix + "0000000001"),
                "a number is not given twice");
    }

    private void acls(Session session) throws Exception {
        String node = root + "/protected";
        session.client.addAuthInfo("digest", bytes("me:secret"));
        session.client.create(node, bytes("x"), ZooDefs.Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
        List<ACL> acl = session.client.getACL(node, new Stat());
        check(
                acl.size() == 1
                        && acl.get(0).getPerms() == ZooDefs.Perms.ALL
                        && acl.get(0).getId().getScheme().equals("digest"),
                "the creator's ACL: " + acl);
        Session other = new Session();
        fails(KeeperException.Code.NOAUTH, () -> other.client.getData(node, false, null));
        other.client.addAuthInfo("digest", bytes("me:secret"));
        check(text(other.client.getData(node, false, null)).equals("x"), "the right digest opens it");
        other.client.setACL(node, OPEN, 0);
        other.client.close();
        Session third = new Session();
        check(text(third.client.getData(node, false, null)).equals("x"), "an open ACL opens it");
        third.client.close();
    }

    private void asynchronous(Session session) throws Exception {
        int count = 100;
        List<Object> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(2 * count + 1);
        for (int i = 0; i < count; i++) {
            String node = root + "/asynchronous-" + i;
            session.client.create(
                    node,
                    bytes(node),
                    OPEN,
                    CreateMode.EPHEMERAL,
                    (code, path, context, name) -> {
                        order.add(code == 0 && name.equals(node) ? context : "create of " + node + ": " + code);
                        done.countDown();
                    },
                    2 * i);
            session.client.getData(
                    node,
                    false,
                    (code, path, context, data, stat) -> {
                        order.add(code == 0 && text(data).equals(node) ? context : "data of " + node + ": " + code);
                        done.countDown();
                    },
                    2 * i + 1);
        }
        session.client.sync(root, (code, path, context) -> done.countDown(), null);
        check(done.await(LIMIT_SECONDS, TimeUnit.SECONDS), "all answers within " + LIMIT_SECONDS + " s");
        for (int i = 0; i < 2 * count; i++) {
            check(order.get(i).equals(i), "answer " + i + " is " + order.get(i));
        }
    }

    private void reconnect(Session session) throws Exception {
        ZooKeeper client = session.client;
        String node = root + "/outlives";
        long id = client.getSessionId();
        client.create(node, bytes("x"), OPEN, CreateMode.EPHEMERAL);
        client.getData(node, true, null);
        restartServer.call();
        session.expect(EventType.None, KeeperState.Disconnected, null);
        session.expect(EventType.None, KeeperState.SyncConnected, null);
        check(client.getSessionId() == id, "the session is the same");
        Session other = new Session();
        check(other.client.exists(node, false).getEphemeralOwner() == id, "the ephemeral is still there");
        other.client.setData(node, bytes("y"), ANY_VERSION);
        session.expect(EventType.NodeDataChanged, KeeperState.SyncConnected, node);
        other.client.close();
    }

    private void expired(Session session) throws Exception {
        Session twin = new Session(session.client.getSessionId(), session.client.getSessionPasswd());
        check(twin.client.getSessionId() == session.client.getSessionId(), "the session moved to another connection");
        twin.client.close();
        session.expect(EventType.None, KeeperState.Disconnected, null);
        session.expect(EventType.None, KeeperState.Expired, null);
    }

    private void multi(Session session) throws Exception {
        ZooKeeper client = session.client;
        String node = root + "/multi";
        List<OpResult> results = client.multi(List.of(
                Op.create(node, bytes("x"), OPEN, CreateMode.PERSISTENT),
                Op.setData(node, bytes("y"), 0),
                Op.check(node, 1),
                Op.create(node + "/child", bytes(""), OPEN, CreateMode.EPHEMERAL),
                Op.delete(node + "/child", 0)));
        check(results.size() == 5, "a result for each: " + results);
        check(((OpResult.CreateResult) results.get(0)).getPath().equals(node), "the path is returned");
        check(((OpResult.SetDataResult) results.get(1)).getStat().getVersion() == 1, "the new version is returned");
        try {
            client.multi(List.of(
                    Op.setData(node, bytes("z"), ANY_VERSION),
                    Op.delete(root + "/none", ANY_VERSION),
                    Op.delete(node, ANY_VERSION)));
            check(false, "a multi with a mistake fails");
        } catch (KeeperException e) {
            check(e.code() == KeeperException.Code.NONODE, "the first mistake is the error: " + e.code());
            List<Integer> codes = new ArrayList<>();
            e.getResults().forEach(result -> codes.add(((OpResult.ErrorResult) result).getErr()));
            check(codes.equals(List.of(0, -101, -2)), "codes of the parts: " + codes);
        }
        check(text(client.getData(node, false, null)).equals("y"), "nothing of the failed multi was done");
    }

    private static void fails(KeeperException.Code expected, Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (KeeperException e) {
            check(e.code() == expected, e.code() + " instead of " + expected);
            return;
        }
        check(false, "no " + expected);
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    private static boolean same(String one, String other) {
        return one == null ? other == null : one.equals(other);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
