package io.lyrebird.compat.diff;

import io.lyrebird.compat.diff.Calls.Since;
import io.lyrebird.compat.diff.Dice.Weighted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.SetDataRequest;

/** Requests of all types, most of which make sense after one another. */
final class Requests {
    private static final int PERSISTENT = 0;
    private static final int EPHEMERAL = 1;
    private static final int SEQUENTIAL = 2;
    private static final int EPHEMERAL_SEQUENTIAL = 3;
    private static final int CONTAINER = 4;
    private static final int TTL = 5;
    private static final int TTL_SEQUENTIAL = 6;
    private static final int FRAME_MAX = 0xfffff;
    private static final int SET_DATA_OVERHEAD = 20;

    private final Dice dice;
    private final Values values;
    private final Theme theme;
    private final Weighted<Call> writes;
    private final Weighted<Call> reads;
    private final Weighted<Call> multiParts;
    private final Weighted<Call> inOrder;
    private final Weighted<Call> atOnce;
    private boolean inMulti;

    Requests(Dice dice, Values values, Theme theme) {
        this.dice = dice;
        this.values = values;
        this.theme = theme;
        this.writes = writeChoices();
        this.reads = readChoices();
        this.multiParts = multiPartChoices();
        this.inOrder = inOrderChoices();
        this.atOnce = atOnceChoices();
    }

    /** Any request whose answer keeps its place among those of its connection. */
    Call inOrder() {
        Call call = inOrder.roll(dice);
        if (dice.below(1000) < theme.damaged()) {
            return dice.chance(70) ? call.cutAfter(dice.below(1000)) : call.withExcess(dice.between(1, 9));
        }
        return call;
    }

    /** A request that is answered as soon as it arrives, ahead of others; some of them end the connection. */
    Call atOnce() {
        return atOnce.roll(dice);
    }

    private Weighted<Call> inOrderChoices() {
        return new Weighted<Call>()
                .add(theme.writes(), () -> writes.roll(dice))
                .add(theme.reads(), () -> reads.roll(dice))
                .add(theme.multis(), () -> Calls.multi(OpCode.multi, parts()))
                .add(theme.multis() / 3 + 1, () -> Calls.multi(OpCode.multiRead, readParts()))
                .add(theme.watches(), this::addWatch)
                .add(theme.watches() / 2, () -> Calls.removeWatches(watchedPath(), watchKind()))
                .add(theme.watches() / 3 + 1, () -> Calls.checkWatches(watchedPath(), watchKind()))
                .add(theme.watches() / 3 + 1, this::setWatches)
                .add(2, () -> Calls.sync(values.path()))
                .add(1, () -> Call.empty(OpCode.ping, "ping").withXid(-2))
                .add(1, () -> Call.empty(OpCode.ping, "ping with an xid of its own"))
                .add(1, () -> Call.empty(OpCode.whoAmI, "whoAmI"))
                .add(1, this::reconfig)
                .add(1, this::deleteContainer);
    }

    private Weighted<Call> atOnceChoices() {
        return new Weighted<Call>()
                .add(theme.auths() * 10, () -> auth(values.credential()))
                .add(4, () -> auth(values.oddCredential()))
                .add(1, () -> auth(values.credential()).cutAfter(dice.below(1000)))
                .add(3, () -> Calls.sasl(dice.oneOf(new byte[0], new byte[3], null)))
                .add(2, () -> Calls.check(values.path(), values.version()))
                .add(3, this::unknownType)
                .add(1, this::big);
    }

    private static Call auth(Values.Credential credential) {
        return Calls.auth(credential.scheme(), credential.secret());
    }

    private Weighted<Call> writeChoices() {
        return new Weighted<Call>()
                .add(45, this::create)
                .add(theme.sequentials(), this::createSequential)
                .add(18, () -> Calls.delete(values.path(), values.version()))
                .add(20, () -> Calls.setData(values.path(), values.data(), values.version()))
                .add(theme.acls(), () -> Calls.setAcl(values.path(), values.acl(), values.version()));
    }

    private List<ACL> acl() {
        List<ACL> acl = dice.below(40) < theme.acls() ? values.acl() : Ids.OPEN_ACL_UNSAFE;
        return inMulti ? KnownDifferences.listInMulti(acl) : acl;
    }

    private Call create() {
        int flags = dice.oneOf(PERSISTENT, PERSISTENT, PERSISTENT, EPHEMERAL, EPHEMERAL);
        return switch (dice.below(12)) {
            case 0 -> Calls.createTtl(values.path(), values.data(), acl(), TTL, values.ttl());
            case 1 -> Calls.create(OpCode.createContainer, values.path(), values.data(), acl(), CONTAINER);
            case 2 -> anyCreate();
            default -> Calls.create(createType(), values.path(), values.data(), acl(), flags);
        };
    }

    private int createType() {
        return dice.oneOf(OpCode.create, OpCode.create2);
    }

    /** Types and flags that do not belong together. */
    private Call anyCreate() {
        int flags = dice.oneOf(
                PERSISTENT,
                EPHEMERAL,
                SEQUENTIAL,
                EPHEMERAL_SEQUENTIAL,
                CONTAINER,
                TTL,
                TTL_SEQUENTIAL,
                7,
                -1,
                1 << 20);
        if (dice.chance(30)) {
            long ttl = KnownDifferences.survivableTtl(flags, values.ttl());
            return Calls.createTtl(values.path(), values.data(), acl(), flags, ttl);
        }
        int type = dice.oneOf(OpCode.create, OpCode.create2, OpCode.createContainer);
        return Calls.create(type, values.path(), values.data(), acl(), flags);
    }

    private Call createSequential() {
        String path = values.sequentialPath();
        if (dice.chance(10)) {
            return Calls.createTtl(path, values.data(), acl(), TTL_SEQUENTIAL, values.ttl());
        }
        int flags = dice.oneOf(SEQUENTIAL, SEQUENTIAL, EPHEMERAL_SEQUENTIAL);
        return Calls.create(createType(), path, values.data(), acl(), flags);
    }

    private Weighted<Call> readChoices() {
        return new Weighted<Call>()
                .add(10, () -> Calls.exists(values.path(), watch()))
                .add(10, () -> Calls.getData(values.path(), watch()))
                .add(6, () -> Calls.getChildren(values.path(), watch()))
                .add(6, () -> Calls.getChildren2(values.path(), watch()))
                .add(3 + theme.acls() / 4, () -> Calls.getAcl(values.path()))
                .add(2, () -> Calls.getAllChildrenNumber(values.path()))
                .add(2, () -> Calls.getEphemerals(dice.oneOf("@", "@/a", "/", "", " ", null, "@/b/", "/zookeeper")));
    }

    private boolean watch() {
        return dice.chance(theme.watches() > 0 ? 60 : 20);
    }

    private Call addWatch() {
        return Calls.addWatch(watchedPath(), dice.chance(90) ? dice.below(2) : dice.oneOf(2, -1, 77));
    }

    private String watchedPath() {
        return KnownDifferences.pathToWatch(values.path());
    }

    private List<String> watchedPaths(int countMax) {
        return dice.some(countMax, this::watchedPath);
    }

    private int watchKind() {
        return dice.chance(90) ? dice.between(1, 5) : dice.oneOf(0, 6, -1);
    }

    private Call setWatches() {
        Since since = dice.oneOf(Since.LAST_SEEN, Since.LAST_SEEN, Since.START, Since.ZERO, Since.FUTURE);
        if (dice.chance(40)) {
            return Calls.setWatches(since, watchedPaths(3), watchedPaths(3), watchedPaths(3));
        }
        List<List<String>> lists = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            lists.add(dice.chance(2) ? null : watchedPaths(2));
        }
        return Calls.setWatches2(since, lists);
    }

    private Weighted<Call> multiPartChoices() {
        return new Weighted<Call>()
                .add(40, this::create)
                .add(15, this::createSequential)
                .add(18, () -> Calls.delete(values.path(), values.version()))
                .add(20, () -> Calls.setData(values.path(), values.data(), values.version()))
                .add(18, () -> Calls.check(values.path(), values.version()))
                .add(1, () -> reads.roll(dice))
                .add(1, () -> Calls.setAcl(values.path(), values.acl(), values.version()))
                .add(
                        1,
                        () -> Call.empty(
                                dice.oneOf(0, -1, 99, OpCode.multi, OpCode.closeSession), "a part of odd type"));
    }

    private List<Call> parts() {
        inMulti = true;
        List<Call> parts = dice.some(5, () -> multiParts.roll(dice));
        inMulti = false;
        parts.removeIf(part -> !KnownDifferences.mayBePartOfMulti(part));
        return parts;
    }

    private List<Call> readParts() {
        return dice.some(4, () -> switch (dice.below(20)) {
            case 0 -> multiParts.roll(dice);
            case 1 -> reads.roll(dice);
            case 2, 3, 4, 5, 6, 7, 8, 9 -> Calls.getChildren(values.path(), dice.chance(20));
            default -> Calls.getData(values.path(), dice.chance(20));
        });
    }

    private Call reconfig() {
        return Calls.reconfig(dice.oneOf(null, "", "server.9=127.0.0.1:1:2;3"), dice.oneOf(null, "1"), null, -1);
    }

    /** For the leader's own use; nothing keeps a client from sending it. */
    private Call deleteContainer() {
        String path = values.path();
        return Call.written(
                OpCode.deleteContainer,
                "deleteContainer " + Normal.string(path),
                (names, out) -> out.writeString(names.path(path), "path"));
    }

    private Call unknownType() {
        int type = dice.oneOf(0, -1, 10, 23, 99, 108, 4711, Integer.MAX_VALUE, Integer.MIN_VALUE);
        byte[] body = dice.bytes(dice.below(20));
        return Call.written(type, "request of type " + type + " with " + Normal.hex(body), (names, out) -> {
            for (byte b : body) {
                out.writeByte(b, "body");
            }
        });
    }

    /** A frame of just the length that is allowed, or longer. */
    private Call big() {
        int length = dice.oneOf(FRAME_MAX - 1, FRAME_MAX, FRAME_MAX + 1, FRAME_MAX + 100_000);
        return Call.of(OpCode.setData, "setData \"@/a\" in a frame of " + length + " bytes", names -> {
            String path = names.path("@/a");
            return new SetDataRequest(path, new byte[length - SET_DATA_OVERHEAD - path.length()], -1);
        });
    }

    /** What zkCli's setquota sends for a node, with limits that are soon reached. */
    List<Call> quota() {
        String node = dice.oneOf("@", "@/a", "@/b");
        List<Call> calls = new ArrayList<>();
        calls.add(open("/zookeeper/quota@", ""));
        if (!node.equals("@")) {
            calls.add(open("/zookeeper/quota" + node, ""));
        }
        calls.add(open("/zookeeper/quota" + node + "/zookeeper_limits", limits()));
        calls.add(open("/zookeeper/quota" + node + "/zookeeper_stats", limits()));
        return calls;
    }

    private Call open(String path, String data) {
        byte[] bytes = data.getBytes(StandardCharsets.US_ASCII);
        return Calls.create(OpCode.create, path, bytes, Ids.OPEN_ACL_UNSAFE, PERSISTENT);
    }

    private String limits() {
        if (dice.chance(20)) {
            return "count=" + limit() + ",bytes=" + limit();
        }
        return "count=" + limit() + ",bytes=" + limit() + "=;byteHardLimit=" + limit() + ";countHardLimit=" + limit();
    }

    private int limit() {
        return dice.oneOf(-1, -1, 1, 3, 5, 20, 100);
    }
}
