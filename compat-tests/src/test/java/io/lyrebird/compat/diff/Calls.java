package io.lyrebird.compat.diff;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetEphemeralsRequest;
import org.apache.zookeeper.proto.GetSASLRequest;
import org.apache.zookeeper.proto.MultiHeader;
import org.apache.zookeeper.proto.ReconfigRequest;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SetWatches2;
import org.apache.zookeeper.proto.SyncRequest;

/** A call for each request type, made of Apache's own records. */
final class Calls {
    private static final int AUTH_XID = -4;
    private static final int SET_WATCHES_XID = -8;

    private Calls() {}

    static Call create(int type, String path, byte[] wanted, List<ACL> acl, int flags) {
        byte[] data = KnownDifferences.survivableData(path, wanted);
        String text = name(type) + " " + Normal.string(path) + " data=" + Normal.data(data) + " acl=" + acl(acl)
                + " flags=" + flags;
        return Call.of(type, text, names -> new CreateRequest(names.path(path), data, acl, flags));
    }

    static Call createTtl(String path, byte[] wanted, List<ACL> acl, int flags, long ttl) {
        byte[] data = KnownDifferences.survivableData(path, wanted);
        String text = "createTTL " + Normal.string(path) + " data=" + Normal.data(data) + " acl=" + acl(acl) + " flags="
                + flags + " ttl=" + ttl;
        return Call.of(OpCode.createTTL, text, names -> new CreateTTLRequest(names.path(path), data, acl, flags, ttl));
    }

    static Call delete(String path, int version) {
        return Call.of(
                OpCode.delete,
                "delete " + Normal.string(path) + " version=" + version,
                names -> new DeleteRequest(names.path(path), version));
    }

    static Call setData(String path, byte[] wanted, int version) {
        byte[] data = KnownDifferences.survivableData(path, wanted);
        return Call.of(
                OpCode.setData,
                "setData " + Normal.string(path) + " data=" + Normal.data(data) + " version=" + version,
                names -> new SetDataRequest(names.path(path), data, version));
    }

    static Call setAcl(String path, List<ACL> acl, int version) {
        return Call.of(
                OpCode.setACL,
                "setACL " + Normal.string(path) + " acl=" + acl(acl) + " version=" + version,
                names -> new SetACLRequest(names.path(path), acl, version));
    }

    static Call check(String path, int version) {
        return Call.of(
                OpCode.check,
                "check " + Normal.string(path) + " version=" + version,
                names -> new CheckVersionRequest(names.path(path), version));
    }

    static Call exists(String path, boolean watch) {
        return read(OpCode.exists, path, watch, resolved -> new ExistsRequest(resolved, watch));
    }

    static Call getData(String path, boolean watch) {
        return read(OpCode.getData, path, watch, resolved -> new GetDataRequest(resolved, watch));
    }

    static Call getChildren(String path, boolean watch) {
        return read(OpCode.getChildren, path, watch, resolved -> new GetChildrenRequest(resolved, watch));
    }

    static Call getChildren2(String path, boolean watch) {
        return read(OpCode.getChildren2, path, watch, resolved -> new GetChildren2Request(resolved, watch));
    }

    static Call getAcl(String path) {
        return read(OpCode.getACL, path, false, GetACLRequest::new);
    }

    static Call getAllChildrenNumber(String path) {
        return read(OpCode.getAllChildrenNumber, path, false, GetAllChildrenNumberRequest::new);
    }

    static Call getEphemerals(String prefix) {
        return read(OpCode.getEphemerals, prefix, false, GetEphemeralsRequest::new);
    }

    static Call sync(String path) {
        return read(OpCode.sync, path, false, SyncRequest::new);
    }

    private static Call read(int type, String path, boolean watch, Function<String, Record> record) {
        String text = name(type) + " " + Normal.string(path) + (watch ? " watch" : "");
        return Call.of(type, text, names -> record.apply(names.path(path)));
    }

    static Call addWatch(String path, int mode) {
        return Call.of(
                OpCode.addWatch,
                "addWatch " + Normal.string(path) + " mode=" + mode,
                names -> new AddWatchRequest(names.path(path), mode));
    }

    static Call checkWatches(String path, int kind) {
        return Call.of(
                OpCode.checkWatches,
                "checkWatches " + Normal.string(path) + " kind=" + kind,
                names -> new CheckWatchesRequest(names.path(path), kind));
    }

    static Call removeWatches(String path, int kind) {
        return Call.of(
                OpCode.removeWatches,
                "removeWatches " + Normal.string(path) + " kind=" + kind,
                names -> new RemoveWatchesRequest(names.path(path), kind));
    }

    /** Since when a client that comes back has not heard of changes. */
    enum Since {
        LAST_SEEN,
        START,
        ZERO,
        FUTURE;

        private long zxid(Bindings names) {
            return switch (this) {
                case LAST_SEEN -> names.lastSeenZxid();
                case START -> names.baseZxid();
                case ZERO -> 0;
                case FUTURE -> names.baseZxid() + 1_000_000;
            };
        }
    }

    static Call setWatches(Since since, List<String> data, List<String> exist, List<String> child) {
        return Call.of(
                        OpCode.setWatches,
                        "setWatches since " + since + " data=" + data + " exist=" + exist + " child=" + child,
                        names -> new SetWatches(
                                since.zxid(names), paths(names, data), paths(names, exist), paths(names, child)))
                .withXid(SET_WATCHES_XID);
    }

    static Call setWatches2(Since since, List<List<String>> lists) {
        return Call.of(
                        OpCode.setWatches2,
                        "setWatches2 since " + since + " data,exist,child,persistent,recursive=" + lists,
                        names -> new SetWatches2(
                                since.zxid(names),
                                paths(names, lists.get(0)),
                                paths(names, lists.get(1)),
                                paths(names, lists.get(2)),
                                paths(names, lists.get(3)),
                                paths(names, lists.get(4))))
                .withXid(SET_WATCHES_XID);
    }

    private static List<String> paths(Bindings names, List<String> paths) {
        return paths == null ? null : paths.stream().map(names::path).collect(Collectors.toList());
    }

    static Call auth(String scheme, byte[] secret) {
        return Call.of(
                        OpCode.auth,
                        "auth " + Normal.string(scheme) + " " + Normal.data(secret),
                        names -> new AuthPacket(0, scheme, secret))
                .withXid(AUTH_XID);
    }

    static Call sasl(byte[] token) {
        return Call.of(OpCode.sasl, "sasl " + Normal.data(token), names -> new GetSASLRequest(token));
    }

    static Call reconfig(String joining, String leaving, String members, long version) {
        return Call.of(
                OpCode.reconfig,
                "reconfig " + joining + " " + leaving + " " + members + " " + version,
                names -> new ReconfigRequest(joining, leaving, members, version));
    }

    /** The parts are calls of types that may or may not be allowed in it. */
    static Call multi(int type, List<Call> parts) {
        StringBuilder text = new StringBuilder(name(type));
        parts.forEach(part -> text.append("\n          - ").append(part));
        return Call.written(type, text.toString(), (names, out) -> {
            for (Call part : parts) {
                new MultiHeader(part.type(), false, -1).serialize(out, "header");
                for (byte b : part.body().apply(names)) {
                    out.writeByte(b, "body");
                }
            }
            new MultiHeader(-1, true, -1).serialize(out, "header");
        });
    }

    private static String acl(List<ACL> acl) {
        return acl == null ? "null" : acl.stream().map(Normal::aclEntry).collect(Collectors.joining(" ", "[", "]"));
    }

    static String name(int type) {
        return switch (type) {
            case OpCode.create -> "create";
            case OpCode.create2 -> "create2";
            case OpCode.createContainer -> "createContainer";
            case OpCode.exists -> "exists";
            case OpCode.getData -> "getData";
            case OpCode.getChildren -> "getChildren";
            case OpCode.getChildren2 -> "getChildren2";
            case OpCode.getACL -> "getACL";
            case OpCode.getAllChildrenNumber -> "getAllChildrenNumber";
            case OpCode.getEphemerals -> "getEphemerals";
            case OpCode.sync -> "sync";
            case OpCode.multi -> "multi";
            case OpCode.multiRead -> "multiRead";
            default -> "request of type " + type;
        };
    }
}
