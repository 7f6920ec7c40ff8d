package io.lyrebird.server.request;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CheckVersionRequest;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.client.SetDataRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Requests of all kinds from a seed, over few paths, sessions and users, so that they meet often. */
public final class RandomRequests {
    private static final String[] NAMES = {"a", "b", "c"};
    private static final String[] BAD_PATHS = {
        "", "a", "/a/", "//a", "/a/..", "/.", "/a\0", "/\ud800", "/a//b", "/x/y/z"
    };
    private static final List<List<Identity>> USERS = List.of(
            List.of(new Identity("ip", "127.0.0.1")),
            List.of(new Identity("ip", "127.0.0.1"), new Identity("digest", "alice:x")),
            List.of(new Identity("ip", "127.0.0.1"), new Identity("digest", "bob:y")),
            List.of(new Identity("ip", "127.0.0.1"), new Identity("super", "")));

    private final Random random;
    private final List<Long> sessions = new ArrayList<>();
    private long nextSession = 100;
    private boolean quotas = true;

    public RandomRequests(long seed) {
        random = new Random(seed);
    }

    /** Leaves out /zookeeper/quota. */
    public RandomRequests withoutQuotas() {
        quotas = false;
        return this;
    }

    public WriteRequest next() {
        if (sessions.size() < 3 || random.nextInt(60) == 0) {
            sessions.add(++nextSession);
            return request(nextSession, OpCode.CREATE_SESSION, new CreateSessionRequest(10_000));
        }
        long session = sessions.get(random.nextInt(sessions.size()));
        int kind = random.nextInt(100);
        if (kind < 4) {
            // Now and then a session goes on after its close, as pipelined requests do.
            if (random.nextInt(3) > 0) {
                sessions.remove(session);
            }
            return request(session, OpCode.CLOSE_SESSION, new CloseSessionRequest());
        }
        if (kind < 8) {
            return request(0, OpCode.DELETE_CONTAINER, new DeleteContainerRequest(path()));
        }
        if (kind < 18) {
            return request(session, OpCode.SET_ACL, new SetAclRequest(path(), acl(), version()));
        }
        if (kind < 36) {
            List<MultiRequest.Op> ops = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                ops.add(op(true));
            }
            return request(session, OpCode.MULTI, new MultiRequest(ops));
        }
        MultiRequest.Op op = op(false);
        return request(session, op.type(), op.request());
    }

    private WriteRequest request(long session, int opCode, Request body) {
        return new WriteRequest(session, random.nextInt(1000), opCode, body, USERS.get(random.nextInt(USERS.size())));
    }

    private MultiRequest.Op op(boolean inMulti) {
        int kind = random.nextInt(inMulti ? 10 : 9);
        return switch (kind) {
            case 0, 1, 2 -> create(random.nextBoolean() ? OpCode.CREATE : OpCode.CREATE2, mode(4));
            case 3 -> create(OpCode.CREATE_CONTAINER, CreateMode.CONTAINER);
            case 4 -> createTtl();
            case 5, 6 -> new MultiRequest.Op(OpCode.DELETE, new DeleteRequest(path(), version()));
            case 7, 8 -> new MultiRequest.Op(OpCode.SET_DATA, new SetDataRequest(path(), data(), version()));
            default -> new MultiRequest.Op(OpCode.CHECK, new CheckVersionRequest(path(), version()));
        };
    }

    private CreateMode mode(int below) {
        return CreateMode.ofFlag(random.nextInt(below));
    }

    private MultiRequest.Op create(int opCode, CreateMode mode) {
        return new MultiRequest.Op(opCode, new CreateRequest(path(), data(), acl(), mode.flag()));
    }

    private MultiRequest.Op createTtl() {
        CreateMode mode = random.nextInt(8) == 0
                ? mode(7)
                : random.nextBoolean() ? CreateMode.PERSISTENT_WITH_TTL : CreateMode.PERSISTENT_SEQUENTIAL_WITH_TTL;
        long ttl = random.nextInt(8) == 0 ? random.nextLong() : 1 + random.nextInt(1000);
        return new MultiRequest.Op(OpCode.CREATE_TTL, new CreateTtlRequest(path(), data(), acl(), mode.flag(), ttl));
    }

    private String path() {
        int kind = random.nextInt(100);
        if (kind < 3) {
            return BAD_PATHS[random.nextInt(BAD_PATHS.length)];
        }
        if (kind < 5) {
            return "/";
        }
        if (kind < 15 && quotas) {
            return quotaPath();
        }
        StringBuilder path = new StringBuilder();
        for (int depth = random.nextInt(3); depth >= 0; depth--) {
            path.append('/').append(NAMES[random.nextInt(NAMES.length)]);
        }
        return path.toString();
    }

    private String quotaPath() {
        return switch (random.nextInt(6)) {
            case 0 -> "/zookeeper/quota/a";
            case 1 -> "/zookeeper/quota/a/b";
            case 2 -> "/zookeeper/quota/a/zookeeper_limits";
            case 3 -> "/zookeeper/quota/a/zookeeper_stats";
            case 4 -> "/zookeeper/quota/a/b/zookeeper_limits";
            default -> "/zookeeper/quota/a/b/zookeeper_stats";
        };
    }

    private byte[] data() {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> TestBed.bytes("count=3,bytes=20");
            default -> {
                byte[] data = new byte[random.nextInt(20)];
                random.nextBytes(data);
                yield data;
            }
        };
    }

    private int version() {
        return random.nextInt(3) > 0 ? -1 : random.nextInt(3);
    }

    private List<Acl> acl() {
        return switch (random.nextInt(12)) {
            case 0 -> List.of(new Acl(Perms.ALL & ~(1 << random.nextInt(5)), "world", "anyone"));
            case 1 -> List.of(new Acl(Perms.ALL, "digest", "alice:x"), new Acl(Perms.READ, "world", "anyone"));
            case 2 -> Acl.CREATOR_ALL_ACL;
            case 3 -> random.nextInt(4) == 0 ? List.of(new Acl(Perms.ALL, "nobody", "knows")) : Acl.OPEN_ACL_UNSAFE;
            default -> Acl.OPEN_ACL_UNSAFE;
        };
    }

    /** How many of the requests that are pending are applied now. */
    int toApply(int pending) {
        return random.nextInt(4) == 0 ? random.nextInt(pending + 1) : 0;
    }
}
