package io.lyrebird.server.core;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WriteReplies;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.SessionIds;
import io.lyrebird.server.session.SessionPasswords;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.Check;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.SyncResponse;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;
import io.lyrebird.zab.Effects;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.Role;
import io.lyrebird.zab.StandAloneEffects;
import io.lyrebird.zab.ZabNode;
import io.lyrebird.zab.Zxid;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;

/**
 * The coordination service between its clients, Zab and the disk.
 *
 * <p>A write is prepared against what is committed and what is pending, proposed to Zab, and answered when Zab delivers it
 * and the tree has it. Committed txns gather until {@link #applyCommitted}, so that whoever calls it can keep readers out
 * once for all of them.
 */
public final class Core implements CoreInput.Handler {
    /** What waits for its turn in the order of commits: a proposal of ours, or (zxid 0) a sync behind those before it. */
    private record Waiting(
            long zxid, ClientPort port, WriteRequest request, PreparedTxn prepared, CoreInput.Sync sync) {}

    /** What Zab has delivered; or, without a txn, the zxid at which a new epoch begins. */
    private record Committed(long zxid, byte[] txn) {}

    private final CoreSettings settings;
    private final Tree tree;
    private final Sessions sessions;
    private final Preparer preparer;
    private final TreeApplier applier;
    private final ZabNode zab;
    private final Durability disk;
    private final LocalSessions local;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Deque<Committed> committed = new ArrayDeque<>();
    /** Requests that came while nothing could be proposed, as between two epochs. */
    private final Deque<CoreInput> held = new ArrayDeque<>();

    private final ImageChanges imageChanges;
    private final DigestLog digests = new DigestLog();
    private final Effects zabEffects = new ZabEffects();
    private SessionIds sessionIds;
    private OutlivedNodes outlivedNodes;
    private boolean leading;
    private long expiredSessions;
    private long nowMs;
    private long wallMs;

    public Core(
            CoreSettings settings,
            Tree tree,
            Sessions sessions,
            SessionExpiry expiry,
            Preparer preparer,
            TreeApplier applier,
            ZabNode zab,
            Durability disk,
            ImageChanges imageChanges) {
        this.settings = settings;
        this.tree = tree;
        this.sessions = sessions;
        this.preparer = preparer;
        this.applier = applier;
        this.zab = zab;
        this.disk = disk;
        local = new LocalSessions(sessions, expiry);
        this.imageChanges = imageChanges;
    }

    /**
     * The time for the inputs that follow.
     *
     * @param nowMs never goes back; measures timeouts
     * @param wallMs the time of day; it is what clients see in stats
     */
    public void clock(long nowMs, long wallMs) {
        this.nowMs = nowMs;
        this.wallMs = wallMs;
    }

    /** Begins to take part, as the server with this id. */
    public void start(long serverId) {
        sessionIds = new SessionIds(serverId, wallMs);
        zab.step(new Input.Start(nowMs), zabEffects);
    }

    public void handle(CoreInput input) {
        input.dispatch(this);
    }

    /** Whether requests can be served: the server leads. */
    public boolean isServing() {
        return leading;
    }

    @Override
    public void connect(CoreInput.Connect input) {
        ConnectRequest request = input.request();
        if (request.lastZxidSeen() > tree.lastZxid()) {
            // The client has seen more than this server: it must look for another one (processConnectRequest).
            input.port().close();
            return;
        }
        int timeoutMs = settings.negotiate(request.timeoutMs());
        if (request.sessionId() == 0) {
            createSession(input, timeoutMs);
        } else {
            resumeSession(input, timeoutMs);
        }
    }

    private void createSession(CoreInput.Connect input, int timeoutMs) {
        long sessionId = sessionIds.next();
        sessions.add(sessionId, timeoutMs);
        local.attach(sessionId, input.port(), timeoutMs, nowMs);
        propose(
                input.port(),
                new WriteRequest(
                        sessionId, 0, OpCode.CREATE_SESSION, new CreateSessionRequest(timeoutMs), input.identities()));
    }

    private void resumeSession(CoreInput.Connect input, int timeoutMs) {
        long sessionId = input.request().sessionId();
        boolean alive = sessions.contains(sessionId) && !sessions.isClosing(sessionId);
        if (alive && SessionPasswords.matches(sessionId, input.request().passwd())) {
            local.attach(sessionId, input.port(), timeoutMs, nowMs);
            input.port().connected(sessionId, timeoutMs, SessionPasswords.of(sessionId));
        } else {
            input.port().refused();
        }
    }

    @Override
    public void write(CoreInput.Write input) {
        local.touch(input.request().sessionId(), nowMs);
        propose(input.port(), input.request());
    }

    private void propose(ClientPort port, WriteRequest request) {
        if (!zab.canPropose()) {
            held.add(new CoreInput.Write(port, request));
            return;
        }
        long zxid = zab.nextZxid();
        PreparedTxn prepared = preparer.prepare(request, zxid, wallMs);
        waiting.add(new Waiting(zxid, port, request, prepared, null));
        byte[] txn = TxnCodec.encode(prepared.header(), prepared.txn(), prepared.digest());
        zab.step(new Input.Propose(zxid, txn), zabEffects);
    }

    private void proposeOwn(long sessionId, int opCode, Request body) {
        propose(null, new WriteRequest(sessionId, 0, opCode, body, List.of()));
    }

    @Override
    public void sync(CoreInput.Sync input) {
        if (!held.isEmpty()) {
            held.add(input);
        } else if (waiting.isEmpty()) {
            answerSync(input);
        } else {
            waiting.add(new Waiting(0, input.port(), null, null, input));
        }
    }

    private void answerSync(CoreInput.Sync sync) {
        sync.port().reply(sync.xid(), tree.lastZxid(), ErrorCode.OK.code(), new SyncResponse(sync.path()));
    }

    @Override
    public void disconnected(CoreInput.Disconnected input) {
        local.detach(input.sessionId(), input.port());
    }

    @Override
    public void touched(CoreInput.Touched input) {
        for (long sessionId : input.sessionIds()) {
            local.touch(sessionId, nowMs);
        }
    }

    @Override
    public void durable(CoreInput.Durable input) {
        zab.step(new Input.Durable(input.zxid()), zabEffects);
    }

    @Override
    public void epochsDurable(CoreInput.EpochsDurable input) {
        zab.step(new Input.EpochsDurable(input.acceptedEpoch(), input.currentEpoch()), zabEffects);
    }

    @Override
    public void fromZab(CoreInput.FromZab input) {
        zab.step(input.input(), zabEffects);
    }

    @Override
    public void tick(CoreInput.Tick input) {
        zab.step(new Input.Tick(nowMs), zabEffects);
        if (!leading) {
            return;
        }
        for (long sessionId : local.expire(nowMs)) {
            expiredSessions++;
            sessions.setClosing(sessionId);
            proposeOwn(sessionId, OpCode.CLOSE_SESSION, new CloseSessionRequest());
        }
        outlivedNodes.tick(
                nowMs, wallMs, path -> proposeOwn(0, OpCode.DELETE_CONTAINER, new DeleteContainerRequest(path)));
    }

    @Override
    public void inspect(CoreInput.Inspect input) {
        input.look().run();
    }

    public boolean hasCommitted() {
        return !committed.isEmpty();
    }

    /** Applies what Zab has delivered and answers whoever waits for it. No reader may look at the tree meanwhile. */
    public void applyCommitted() {
        while (!committed.isEmpty()) {
            Committed next = committed.poll();
            if (next.txn == null) {
                tree.setLastZxid(next.zxid);
            } else {
                apply(next.zxid);
            }
        }
        disk.image(imageChanges, tree.lastZxid());
    }

    private void apply(long zxid) {
        Waiting proposal = waiting.poll();
        Check.that(proposal != null && proposal.zxid == zxid, "a txn is delivered that is not the oldest one proposed");
        TxnHeader header = proposal.prepared.header();
        ApplyResult result = applier.apply(header, proposal.prepared.txn());
        TxnDigest predicted = proposal.prepared.digest();
        Check.that(
                predicted == null || predicted.treeDigest() == tree.digest(),
                "a txn made another tree than was predicted when it was prepared");
        if (header.type() == OpCode.CREATE_SESSION || header.type() == OpCode.CLOSE_SESSION) {
            imageChanges.sessionChanged(header.clientId());
        }
        preparer.applied(zxid);
        digests.applied(zxid, tree.digest());
        answer(proposal, result);
        answerSyncs();
    }

    private void answerSyncs() {
        while (!waiting.isEmpty() && waiting.peek().sync != null) {
            answerSync(waiting.poll().sync);
        }
    }

    private void answer(Waiting proposal, ApplyResult result) {
        WriteRequest request = proposal.request;
        long sessionId = request.sessionId();
        if (request.opCode() == OpCode.CREATE_SESSION) {
            proposal.port.connected(sessionId, sessions.timeoutMs(sessionId), SessionPasswords.of(sessionId));
            return;
        }
        if (proposal.port != null) {
            proposal.port.reply(request.xid(), tree.lastZxid(), result.err(), WriteReplies.of(result));
        }
        if (request.opCode() == OpCode.CLOSE_SESSION) {
            local.closed(sessionId);
        }
    }

    public DigestLog digests() {
        return digests;
    }

    /** The sessions by the time, in terms of the clock that never goes back, at which they expire. */
    public SortedMap<Long, List<Long>> sessionsByDeadline() {
        return local.byDeadline();
    }

    /** How many sessions have expired here since the start. */
    public long expiredSessions() {
        return expiredSessions;
    }

    /** How many requests have been proposed and not yet answered. */
    public int outstanding() {
        return waiting.size();
    }

    private final class ZabEffects extends StandAloneEffects {
        @Override
        public void append(long zxid, byte[] txn) {
            disk.append(zxid, txn);
        }

        @Override
        public void saveEpochs(long acceptedEpoch, long currentEpoch) {
            disk.saveEpochs(acceptedEpoch, currentEpoch);
        }

        @Override
        public void deliver(long zxid, byte[] txn) {
            committed.add(new Committed(zxid, txn));
        }

        @Override
        public void deliverLogged(long zxid) {
            Check.that(zxid <= tree.lastZxid(), "the log was not replayed before the start");
        }

        @Override
        public void roleChanged(Role role, long epoch) {
            leading = role == Role.LEADING;
            if (leading) {
                committed.add(new Committed(Zxid.of(epoch, 0), null));
                local.touchAll(nowMs);
                outlivedNodes = new OutlivedNodes(tree, settings.outlivedNodes(), nowMs);
                Deque<CoreInput> again = new ArrayDeque<>(held);
                held.clear();
                again.forEach(Core.this::handle);
            }
        }
    }
}
