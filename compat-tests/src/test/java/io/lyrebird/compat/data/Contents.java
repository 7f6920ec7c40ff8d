package io.lyrebird.compat.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.StatsTrack;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.cli.SetQuotaCommand;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.data.Stat;

/** Something of everything that a tree can hold, made with every kind of write. */
public final class Contents {
    public static final String SUPER_DIGEST = "super:D/InIHSb7yEEbrWz8b9l71RjZJU=";
    public static final String SUPER_PASSWORD = "super:test";

    private static final long TTL_MS = 1_000_000_000;
    private static final int LARGE_BYTES = 500_000;
    private static final ACL READ_ANYONE = new ACL(Perms.READ, Ids.ANYONE_ID_UNSAFE);
    private static final ACL ALL_OTHER_HOST = new ACL(Perms.ALL, new Id("ip", "10.1.2.3/16"));
    private static final ACL ALL_USER = new ACL(Perms.ALL, new Id("digest", "ben:6DNoDl4CVkHzKYHDFe9Fhz/gfLQ="));

    private Contents() {}

    public static void fill(ZooKeeper client) throws Exception {
        kindsOfNodes(client);
        data(client);
        acls(client);
        sequences(client);
        multis(client);
        quotas(client);
        refusals(client);
    }

    private static void kindsOfNodes(ZooKeeper client) throws Exception {
        create(client, "/kinds", CreateMode.PERSISTENT);
        create(client, "/kinds/persistent", CreateMode.PERSISTENT);
        client.create("/kinds/create2", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT, new Stat());
        create(client, "/kinds/ephemeral", CreateMode.EPHEMERAL);
        create(client, "/kinds/ephemeral-", CreateMode.EPHEMERAL_SEQUENTIAL);
        create(client, "/kinds/container", CreateMode.CONTAINER);
        create(client, "/kinds/container/child", CreateMode.PERSISTENT);
        for (CreateMode mode : List.of(CreateMode.PERSISTENT_WITH_TTL, CreateMode.PERSISTENT_SEQUENTIAL_WITH_TTL)) {
            client.create("/kinds/ttl-" + mode, bytes("ttl"), Ids.OPEN_ACL_UNSAFE, mode, new Stat(), TTL_MS);
        }
        StringBuilder deep = new StringBuilder("/kinds");
        for (int i = 0; i < 40; i++) {
            deep.append("/d").append(i);
            create(client, deep.toString(), CreateMode.PERSISTENT);
        }
    }

    private static void data(ZooKeeper client) throws Exception {
        create(client, "/data", CreateMode.PERSISTENT);
        client.create("/data/null", null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        client.create("/data/empty", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        client.create("/data/large", new byte[LARGE_BYTES], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        create(client, "/data/äöü-中文-\u20ac", CreateMode.PERSISTENT);
        create(client, "/data/changed", CreateMode.PERSISTENT);
        for (int i = 0; i < 5; i++) {
            client.setData("/data/changed", bytes("value " + i), i);
        }
        client.setData("/data/changed", null, -1);
        create(client, "/data/gone", CreateMode.PERSISTENT);
        client.delete("/data/gone", 0);
    }

    private static void acls(ZooKeeper client) throws Exception {
        create(client, "/acls", CreateMode.PERSISTENT);
        client.create("/acls/read", bytes("r"), Ids.READ_ACL_UNSAFE, CreateMode.PERSISTENT);
        client.create("/acls/mine", bytes("m"), Ids.CREATOR_ALL_ACL, CreateMode.PERSISTENT);
        client.create("/acls/several", bytes("s"), acl(READ_ANYONE, ALL_OTHER_HOST, ALL_USER), CreateMode.PERSISTENT);
        create(client, "/acls/changed", CreateMode.PERSISTENT);
        client.setACL("/acls/changed", acl(ALL_USER, READ_ANYONE), 0);
        client.setACL("/acls/changed", acl(ALL_OTHER_HOST), 1);
        client.setACL("/acls/changed", acl(READ_ANYONE, ALL_USER), 2);
    }

    private static void sequences(ZooKeeper client) throws Exception {
        create(client, "/sequences", CreateMode.PERSISTENT);
        for (int i = 0; i < 12; i++) {
            String path = create(client, "/sequences/s-", CreateMode.PERSISTENT_SEQUENTIAL);
            if (i % 3 == 0) {
                client.delete(path, -1);
            }
        }
    }

    private static void multis(ZooKeeper client) throws Exception {
        create(client, "/multi", CreateMode.PERSISTENT);
        client.multi(List.of(
                Op.create("/multi/a", bytes("a"), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT),
                Op.create("/multi/b", bytes("b"), acl(ALL_USER), CreateMode.PERSISTENT),
                Op.create("/multi/c", bytes("c"), Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL),
                Op.create("/multi/d", bytes("d"), Ids.OPEN_ACL_UNSAFE, CreateMode.CONTAINER),
                Op.setData("/multi/a", bytes("aa"), 0),
                Op.check("/multi", 0),
                Op.delete("/data/empty", 0)));
        refused(() -> client.multi(List.of(
                Op.create("/multi/never", bytes("n"), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT),
                Op.delete("/nowhere", -1))));
    }

    private static void quotas(ZooKeeper client) throws Exception {
        create(client, "/limited", CreateMode.PERSISTENT);
        limit(client, "/limited", 100);
        create(client, "/limited/a", CreateMode.PERSISTENT);
        create(client, "/limited/b", CreateMode.PERSISTENT);
        client.delete("/limited/a", -1);
    }

    static void limit(ZooKeeper client, String path, long nodes) throws Exception {
        StatsTrack limits = new StatsTrack();
        limits.setCount(nodes);
        limits.setBytes(nodes * 100);
        SetQuotaCommand.createQuota(client, path, limits);
    }

    /** They are in the log too. */
    private static void refusals(ZooKeeper client) throws Exception {
        refused(() -> client.delete("/kinds", -1));
        refused(() -> client.setData("/data", null, 77));
        refused(() -> create(client, "/kinds", CreateMode.PERSISTENT));
    }

    static String create(ZooKeeper client, String path, CreateMode mode) throws KeeperException, InterruptedException {
        return client.create(path, bytes(path), Ids.OPEN_ACL_UNSAFE, mode);
    }

    /** The client asks its lists whether they contain null, which those of List.of do not bear. */
    private static List<ACL> acl(ACL... entries) {
        return Arrays.asList(entries);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private interface Request {
        void run() throws Exception;
    }

    private static void refused(Request request) throws Exception {
        try {
            request.run();
        } catch (KeeperException e) {
            return;
        }
        throw new AssertionError("it should have been refused");
    }
}
