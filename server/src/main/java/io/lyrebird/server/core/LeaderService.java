package io.lyrebird.server.core;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.wire.Check;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.peer.AuthInfo;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.wire.txn.TxnHeader;
import io.lyrebird.zab.Input;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Leads: prepares every request against what is committed and what is pending, its own clients' and those that learners
 * pass on, proposes it, and answers its own clients when it is committed. It alone ends sessions that are silent, and
 * deletes the nodes that have outlived their purpose.
 */
final class LeaderService implements RoleService, LearnerMessage.Handler<Long> {
    /** Nobody's: what the leader itself asks for. */
    private static final long OWN = Long.MIN_VALUE;

    /** What waits for its turn in the order of commits: a proposal, or (zxid 0) a sync or an action behind it. */
    private record Waiting(
            long zxid,
            ClientPort port,
            WriteRequest request,
            PreparedTxn prepared,
            CoreInput.Sync sync,
            Runnable action) {}

    private final CoreParts parts;
    private final Sessions sessions;
    private final Preparer preparer;
    private final SessionExpiry expiry;
    private final LocalSessions local;
    private final Replies replies;
    private final CoreTime time;
    private final ZabLink zab;
    private final OutlivedNodes outlivedNodes;
    private final SessionOwners owners = new SessionOwners();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    /** What came while nothing could be proposed, as between two epochs. */
    private final Deque<Runnable> held = new ArrayDeque<>();

    /** Syncs among those that wait, the oldest ones, at whose time there was no later leader. */
    private int confirmedSyncs;

    private final ProposalSizes proposals = new ProposalSizes();
    private final long sinceMs;
    private long expiredSessions;

    /** Every session has its whole timeout again: nobody was there to hear its pings. */
    LeaderService(CoreParts parts, LocalSessions local, Replies replies, CoreTime time, ZabLink zab) {
        this.parts = parts;
        this.sessions = parts.sessions();
        this.preparer = parts.preparer();
        this.expiry = parts.expiry();
        this.local = local;
        this.replies = replies;
        this.time = time;
        this.zab = zab;
        outlivedNodes = new OutlivedNodes(parts.tree(), parts.settings().outlivedNodes(), time.nowMs());
        sinceMs = time.nowMs();
        touchAll();
    }

    /** A new epoch of the same leader, in an ensemble of one: what was held goes on. */
    void resume() {
        touchAll();
        Deque<Runnable> again = new ArrayDeque<>(held);
        held.clear();
        again.forEach(Runnable::run);
    }

    private void touchAll() {
        expiry.clear();
        sessions.timeouts().forEach((id, timeoutMs) -> expiry.touch(id, timeoutMs, time.nowMs()));
    }

    private boolean isOpen(long sessionId) {
        return sessions.contains(sessionId) && !sessions.isClosing(sessionId);
    }

    // ---- own clients

    @Override
    public void createSession(ClientPort port, WriteRequest request) {
        local.attach(request.sessionId(), port, ((CreateSessionRequest) request.body()).timeoutMs());
        propose(SessionOwners.HERE, port, request);
    }

    @Override
    public void resumeSession(ClientPort port, long sessionId, int timeoutMs) {
        if (!isOpen(sessionId)) {
            port.refused();
            return;
        }
        local.attach(sessionId, port, timeoutMs);
        owners.set(sessionId, SessionOwners.HERE);
        expiry.touch(sessionId, timeoutMs, time.nowMs());
        replies.connected(port, sessionId, timeoutMs);
    }

    @Override
    public void write(ClientPort port, WriteRequest request) {
        propose(SessionOwners.HERE, port, request);
    }

    @Override
    public void sync(CoreInput.Sync sync) {
        if (held.isEmpty() && zab.canPropose()) {
            waiting.add(new Waiting(0, sync.port(), null, null, sync, null));
            zab.step(new Input.AnswerSync(Input.AnswerSync.OWN));
        } else {
            held.add(() -> sync(sync));
        }
    }

    /** That there is no later leader can be certain before what the sync stands behind is in the tree, or after it. */
    @Override
    public void syncDone() {
        confirmedSyncs++;
        answerWaiting();
    }

    /** Until the next one that waits for more. */
    private void answerWaiting() {
        Waiting next;
        while ((next = waiting.peek()) != null) {
            if (next.action != null) {
                waiting.remove();
                next.action.run();
            } else if (next.sync != null && confirmedSyncs > 0) {
                waiting.remove();
                confirmedSyncs--;
                replies.synced(next.sync);
            } else {
                return;
            }
        }
    }

    @Override
    public boolean waits(Runnable action) {
        if (!held.isEmpty()) {
            held.add(() -> {
                if (!waits(action)) {
                    action.run();
                }
            });
        } else if (!waiting.isEmpty()) {
            waiting.add(new Waiting(0, null, null, null, null, action));
        } else {
            return false;
        }
        return true;
    }

    @Override
    public void touched(long sessionId, int timeoutMs) {
        if (isOpen(sessionId)) {
            expiry.touch(sessionId, timeoutMs, time.nowMs());
        }
    }

    // ---- proposals

    private void propose(long owner, ClientPort port, WriteRequest request) {
        if (!zab.canPropose()) {
            held.add(() -> propose(owner, port, request));
            return;
        }
        long zxid = zab.nextZxid();
        PreparedTxn prepared = prepare(owner, request, zxid);
        waiting.add(new Waiting(zxid, port, request, prepared, null, null));
        byte[] txn = TxnCodec.encode(prepared.header(), prepared.txn(), prepared.digest());
        proposals.proposed(txn.length);
        zab.step(new Input.Propose(zxid, txn));
    }

    private PreparedTxn prepare(long owner, WriteRequest request, long zxid) {
        long sessionId = request.sessionId();
        switch (request.opCode()) {
            case OpCode.CREATE_SESSION -> {
                if (request.body() instanceof CreateSessionRequest create) {
                    owners.set(sessionId, owner);
                    expiry.touch(sessionId, create.timeoutMs(), time.nowMs());
                }
            }
            case OpCode.CLOSE_SESSION, OpCode.DELETE_CONTAINER -> {
                // whoever asks for it
            }
            default -> {
                if (isOpen(sessionId) && !owners.check(sessionId, owner)) {
                    return preparer.refuse(request, ErrorCode.SESSION_MOVED, zxid, time.wallMs());
                }
            }
        }
        return preparer.prepare(request, zxid, time.wallMs());
    }

    private void proposeOwn(long sessionId, int opCode, Request body) {
        propose(OWN, null, new WriteRequest(sessionId, 0, opCode, body, List.of()));
    }

    @Override
    public void tick() {
        for (long sessionId : expiry.expire(time.nowMs())) {
            expiredSessions++;
            sessions.setClosing(sessionId);
            proposeOwn(sessionId, OpCode.CLOSE_SESSION, new CloseSessionRequest());
        }
        outlivedNodes.tick(
                time.nowMs(),
                time.wallMs(),
                path -> proposeOwn(0, OpCode.DELETE_CONTAINER, new DeleteContainerRequest(path)));
    }

    // ---- commits

    @Override
    public PreparedTxn prepared(long zxid) {
        Waiting oldest = waiting.peek();
        Check.that(oldest != null && oldest.zxid == zxid, "a txn is delivered that is not the oldest one proposed");
        return oldest.prepared;
    }

    @Override
    public void applied(TxnHeader header, ApplyResult result) {
        Waiting proposal = waiting.poll();
        preparer.applied(header.zxid());
        if (proposal.port != null) {
            replies.answer(proposal.port, proposal.request, result);
        }
        if (header.type() == OpCode.CLOSE_SESSION) {
            expiry.remove(header.clientId());
            owners.remove(header.clientId());
        }
        answerWaiting();
    }

    // ---- learners

    @Override
    public void fromLearner(long connection, LearnerMessage message) {
        message.dispatch(this, connection);
    }

    @Override
    public void request(LearnerMessage.Request message, Long connection) {
        if (message.opCode() == OpCode.SYNC) {
            answerSync(connection);
            return;
        }
        List<Identity> identities = new ArrayList<>(message.identities().size());
        for (AuthInfo info : message.identities()) {
            identities.add(new Identity(info.scheme(), info.id()));
        }
        propose(
                connection,
                null,
                new WriteRequest(message.sessionId(), message.xid(), message.opCode(), body(message), identities));
    }

    private void answerSync(long connection) {
        if (held.isEmpty()) {
            zab.step(new Input.AnswerSync(connection));
        } else {
            held.add(() -> answerSync(connection));
        }
    }

    /** Null if it cannot be read: then it is refused, but it has its place in the order, which the learner waits for. */
    private static Request body(LearnerMessage.Request message) {
        try {
            return RequestCodec.decode(message.opCode(), Unpooled.wrappedBuffer(message.body()));
        } catch (MalformedException e) {
            return null;
        }
    }

    @Override
    public void revalidate(LearnerMessage.Revalidate message, Long connection) {
        long sessionId = message.sessionId();
        boolean valid = isOpen(sessionId);
        if (valid) {
            expiry.touch(sessionId, message.timeoutMs(), time.nowMs());
            owners.set(sessionId, connection);
            local.close(sessionId);
        }
        zab.step(new Input.AnswerRevalidate(connection, new LeaderMessage.Revalidated(sessionId, valid)));
    }

    @Override
    public void pingReply(LearnerMessage.PingReply message, Long connection) {
        for (SessionTouch touch : message.touches()) {
            touched(touch.sessionId(), touch.timeoutMs());
        }
    }

    @Override
    public void learnerInfo(LearnerMessage.LearnerInfo message, Long connection) {
        throw zabsOwn();
    }

    @Override
    public void ackEpoch(LearnerMessage.AckEpoch message, Long connection) {
        throw zabsOwn();
    }

    @Override
    public void ack(LearnerMessage.Ack message, Long connection) {
        throw zabsOwn();
    }

    private static IllegalStateException zabsOwn() {
        return new IllegalStateException("what Zab's peers say about their history is not for clients");
    }

    // ---- what concerns learners only

    @Override
    public void fromLeader(LeaderMessage.Revalidated message) {
        Check.that(false, "a leader has nobody to ask about sessions");
    }

    @Override
    public List<SessionTouch> takeTouches() {
        return List.of();
    }

    ProposalSizes proposals() {
        return proposals;
    }

    long sinceMs() {
        return sinceMs;
    }

    long expiredSessions() {
        return expiredSessions;
    }

    @Override
    public int outstanding() {
        return waiting.size() + held.size();
    }

    @Override
    public void end() {
        waiting.clear();
        held.clear();
        preparer.reset();
        sessions.reopenAll();
        expiry.clear();
        local.closeAll();
    }
}
