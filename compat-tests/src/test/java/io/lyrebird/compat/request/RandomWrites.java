package io.lyrebird.compat.request;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CheckVersionRequest;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.ReconfigRequest;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.client.SetDataRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes of every kind from a seed, as bytes: valid, invalid and nonsensical. Left out is only what Apache does not survive
 * or gets wrong by itself: a createTTL without a TTL mode, unreadable figures of quotas, flags and type of a container that
 * differ (its digest is wrong then), an ACL without an id in a multi (what the multi began stays pending), the root in a multi
 * (pending changes of "/" and of "" do not know of each other, and the digest is wrong).
 */
final class RandomWrites {
    record Write(long sessionId, int xid, int type, byte[] body, List<Identity> identities) {}

    private static final String[] NAMES = {"a", "b", "c", "d\u00e4\u4e2d"};
    private static final String[] BAD_PATHS = {
        "",
        "a",
        "a/b",
        "/a/",
        "/",
        "//",
        "//a",
        "/a//b",
        "/.",
        "/..",
        "/a/.",
        "/a/..",
        "/a/./b",
        "/...",
        "/.a",
        "/a\0",
        "/\u0001",
        "/a\u007f",
        "/\ufff0",
        "/\uf8ff",
        "/x/y/z",
        "/zookeeper",
        "/zookeeper/config",
        "/zookeeper/quota"
    };
    private static final List<List<Identity>> USERS = List.of(
            List.of(new Identity("ip", "127.0.0.1")),
            List.of(new Identity("ip", "127.0.0.1"), new Identity("digest", "alice:x")),
            List.of(new Identity("ip", "10.1.2.3"), new Identity("digest", "bob:y"), new Identity("digest", "alice:x")),
            List.of(new Identity("ip", "0:0:0:0:0:0:0:1"), new Identity("super", "")));

    private final Random random;
    private final List<Long> sessions = new ArrayList<>();
    private long nextSession = 0x100000000L;
    private boolean inMulti;

    RandomWrites(long seed) {
        random = new Random(seed);
    }

    Write next() {
        if (sessions.size() < 3 || random.nextInt(60) == 0) {
            sessions.add(++nextSession);
            return write(nextSession, OpCode.CREATE_SESSION, new CreateSessionRequest(10_000));
        }
        int index = random.nextInt(sessions.size());
        long session = sessions.get(index);
        int kind = random.nextInt(100);
        if (kind < 3) {
            sessions.remove(index);
            return write(session, OpCode.CLOSE_SESSION, new CloseSessionRequest());
        } else if (kind < 7) {
            return write(session, OpCode.DELETE_CONTAINER, new DeleteContainerRequest(path()));
        } else if (kind < 8) {
            return write(session, OpCode.RECONFIG, new ReconfigRequest(null, null, "server.1=a:1:2", -1));
        } else if (kind < 18) {
            return write(session, OpCode.SET_ACL, new SetAclRequest(pathOrNull(), acl(), version()));
        } else if (kind < 36) {
            List<MultiRequest.Op> ops = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                ops.add(op(true));
            }
            return write(session, OpCode.MULTI, new MultiRequest(ops));
        }
        MultiRequest.Op op = op(false);
        return write(session, op.type(), op.request());
    }

    private Write write(long session, int type, Request request) {
        ByteBuf out = Unpooled.buffer();
        RequestCodec.encode(type, request, out);
        byte[] body = ByteBufUtil.getBytes(out);
        return new Write(session, random.nextInt(1000), type, body, USERS.get(random.nextInt(USERS.size())));
    }

    private MultiRequest.Op op(boolean isPartOfMulti) {
        inMulti = isPartOfMulti;
        return switch (random.nextInt(inMulti ? 10 : 9)) {
            case 0, 1, 2 -> create(random.nextBoolean() ? OpCode.CREATE : OpCode.CREATE2, random.nextInt(4));
            case 3 -> create(OpCode.CREATE_CONTAINER, 4);
            case 4 -> inMulti || random.nextInt(4) > 0 ? createTtl() : create(OpCode.CREATE, 5 + random.nextInt(3));
            case 5, 6 -> new MultiRequest.Op(OpCode.DELETE, new DeleteRequest(pathOrNull(), version()));
            case 7, 8 -> setData();
            default -> new MultiRequest.Op(OpCode.CHECK, new CheckVersionRequest(pathOrNull(), version()));
        };
    }

    private MultiRequest.Op create(int type, int flags) {
        String path = pathOrNull();
        return new MultiRequest.Op(type, new CreateRequest(path, data(path), acl(), flags));
    }

    private MultiRequest.Op createTtl() {
        String path = pathOrNull();
        long ttl = random.nextInt(8) == 0 ? random.nextLong() : 1 + random.nextInt(1000);
        return new MultiRequest.Op(
                OpCode.CREATE_TTL, new CreateTtlRequest(path, data(path), acl(), 5 + random.nextInt(2), ttl));
    }

    private MultiRequest.Op setData() {
        String path = pathOrNull();
        return new MultiRequest.Op(OpCode.SET_DATA, new SetDataRequest(path, data(path), version()));
    }

    private String pathOrNull() {
        return random.nextInt(150) == 0 ? null : path();
    }

    private String path() {
        int kind = random.nextInt(100);
        if (kind < 5) {
            String path = BAD_PATHS[random.nextInt(BAD_PATHS.length)];
            return inMulti && path.equals("/") ? "//" : path;
        }
        StringBuilder path = new StringBuilder(kind < 25 ? "/zookeeper/quota" : "");
        for (int depth = random.nextInt(3); depth >= 0; depth--) {
            path.append('/').append(NAMES[random.nextInt(kind < 25 ? 2 : NAMES.length)]);
        }
        if (kind < 20) {
            path.append(random.nextBoolean() ? "/zookeeper_limits" : "/zookeeper_stats");
        }
        return path.toString();
    }

    private byte[] data(String path) {
        if (path != null && path.startsWith("/zookeeper/quota")) {
            String extra = random.nextBoolean() ? "" : "=;byteHardLimit=100;countHardLimit=5";
            return ("count=" + random.nextInt(9) + ",bytes=" + random.nextInt(99) + extra)
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (random.nextInt(6) == 0) {
            return null;
        }
        byte[] data = new byte[random.nextInt(20)];
        random.nextBytes(data);
        return data;
    }

    private int version() {
        return random.nextInt(3) > 0 ? -1 : random.nextInt(4) - 1;
    }

    private List<Acl> acl() {
        if (random.nextInt(3) > 0) {
            return Acl.OPEN_ACL_UNSAFE;
        }
        return switch (random.nextInt(14)) {
            case 0 -> null;
            case 1 -> List.of();
            case 2 -> List.of(new Acl(Perms.ALL, "nobody", "knows"));
            case 3 -> List.of(new Acl(Perms.ALL, "world", "someone"));
            case 4 -> List.of(new Acl(Perms.ALL, null, "x"));
            case 5 -> List.of(new Acl(Perms.ALL, "digest", inMulti || random.nextBoolean() ? "alice" : null));
            case 6 -> Acl.CREATOR_ALL_ACL;
            case 7 -> List.of(new Acl(Perms.ALL, "ip", random.nextBoolean() ? "127.0.0.0/8" : "1.2.3"));
            case 8 -> List.of(new Acl(Perms.ALL, "world", "anyone"), new Acl(Perms.ALL, "world", "anyone"));
            case 9 -> List.of(new Acl(Perms.ALL, "digest", "alice:x"), new Acl(Perms.READ, "world", "anyone"));
            case 10 -> List.of(new Acl(random.nextInt(64), "auth", ""), new Acl(Perms.CREATE, "ip", "::1"));
            default -> List.of(new Acl(Perms.ALL & ~(1 << random.nextInt(5)), "world", "anyone"));
        };
    }
}
