package io.lyrebird.server.request;

import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.client.SetDataRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A tree with everything between requests and it, and a clock that only moves when told to. */
final class TestBed {
    static final long SESSION = 0x1000;
    static final long OTHER_SESSION = 0x2000;
    static final List<Identity> ANYBODY = List.of(new Identity("ip", "127.0.0.1"));

    final Tree tree;
    final Sessions sessions = new Sessions();
    final Quotas quotas;
    final Authorizer authorizer;
    final Preparer preparer;
    final TreeApplier applier;
    final List<QuotaListener.Exceeded> exceeded = new ArrayList<>();
    final RecordedWatches watches = new RecordedWatches();
    final Deque<PreparedTxn> prepared = new ArrayDeque<>();
    long zxid;
    long nowMs = 1_000_000;
    List<Identity> identities = ANYBODY;
    long session = SESSION;

    TestBed() {
        this(RequestSettings.DEFAULTS, new OwnerEncoding(true, false), true);
    }

    TestBed(RequestSettings settings) {
        this(settings, new OwnerEncoding(true, false), true);
    }

    TestBed(RequestSettings settings, OwnerEncoding owners, boolean digestEnabled) {
        tree = new Tree(42, owners, digestEnabled);
        SystemNodes.putInto(tree);
        quotas = new Quotas(tree);
        authorizer = new Authorizer(
                new AuthProviders(List.of(new IpAuth(), new DigestAuth(DigestAuth.DEFAULT_ALGORITHM, null))), false);
        preparer = new Preparer(tree, sessions, settings, authorizer, quotas, exceeded::add);
        applier = new TreeApplier(tree, sessions, quotas, watches);
        sessions.add(SESSION, 30_000);
        sessions.add(OTHER_SESSION, 30_000);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Request create(String path, CreateMode mode) {
        return create(path, mode, Acl.OPEN_ACL_UNSAFE);
    }

    static Request create(String path, CreateMode mode, List<Acl> acl) {
        return new CreateRequest(path, bytes("data"), acl, mode.flag());
    }

    static Request createTtl(String path, CreateMode mode, long ttlMs) {
        return new CreateTtlRequest(path, bytes("data"), Acl.OPEN_ACL_UNSAFE, mode.flag(), ttlMs);
    }

    static Request delete(String path, int version) {
        return new DeleteRequest(path, version);
    }

    static Request setData(String path, String data, int version) {
        return new SetDataRequest(path, bytes(data), version);
    }

    static MultiRequest.Op op(int opCode, Request request) {
        return new MultiRequest.Op(opCode, request);
    }

    static Request multi(MultiRequest.Op... ops) {
        return new MultiRequest(List.of(ops));
    }

    /** Prepares a request and leaves it pending. */
    PreparedTxn prepare(int opCode, Request body) {
        PreparedTxn txn = preparer.prepare(new WriteRequest(session, 7, opCode, body, identities), ++zxid, ++nowMs);
        prepared.add(txn);
        return txn;
    }

    /** Applies the oldest of what is pending. */
    ApplyResult applyNext() {
        PreparedTxn txn = prepared.remove();
        ApplyResult result = applier.apply(txn.header(), txn.txn());
        preparer.applied(txn.header().zxid());
        return result;
    }

    void applyAll() {
        while (!prepared.isEmpty()) {
            applyNext();
        }
    }

    /** Prepares and applies a request, and whatever was pending before it. */
    ApplyResult run(int opCode, Request body) {
        prepare(opCode, body);
        while (prepared.size() > 1) {
            applyNext();
        }
        return applyNext();
    }

    ErrorCode error(int opCode, Request body) {
        return ErrorCode.of(run(opCode, body).err());
    }

    ErrorCode create(String path) {
        return error(OpCode.CREATE, create(path, CreateMode.PERSISTENT));
    }

    ErrorCode createEphemeral(String path) {
        return error(OpCode.CREATE, create(path, CreateMode.EPHEMERAL));
    }

    String createSequential(String path) {
        return run(OpCode.CREATE, create(path, CreateMode.PERSISTENT_SEQUENTIAL))
                .path();
    }

    ErrorCode delete(String path) {
        return error(OpCode.DELETE, delete(path, -1));
    }

    ErrorCode deleteContainer(String path) {
        return error(OpCode.DELETE_CONTAINER, new DeleteContainerRequest(path));
    }

    ErrorCode setData(String path, String data) {
        return error(OpCode.SET_DATA, setData(path, data, -1));
    }

    ErrorCode setAcl(String path, List<Acl> acl) {
        return error(OpCode.SET_ACL, new SetAclRequest(path, acl, -1));
    }

    void closeSession() {
        run(OpCode.CLOSE_SESSION, new CloseSessionRequest());
    }

    void createSession(long sessionId) {
        session = sessionId;
        run(OpCode.CREATE_SESSION, new CreateSessionRequest(30_000));
    }

    String dataOf(String path) {
        return new String(tree.find(path).data(), StandardCharsets.UTF_8);
    }
}
