package io.lyrebird.server.core;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.SyncRequest;
import io.lyrebird.wire.peer.AuthInfo;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.wire.txn.TxnHeader;
import io.lyrebird.zab.Input;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows or observes: passes its clients' writes on to the leader, in the order in which they came, and answers them when
 * it applies what they have become.
 *
 * <p>The leader takes what this server sends in order, so the commits and answers come back in that order too. Among them
 * are those of other servers' clients: a commit is ours if its session and xid are those of the oldest request that is not
 * answered (CommitProcessor).
 */
final class LearnerService implements RoleService {
    private static final byte[] UNREADABLE = {};

    /** Passed on and not answered, a write or a sync; or an action behind those before it. */
    private record Forwarded(ClientPort port, WriteRequest request, CoreInput.Sync sync, Runnable action) {}

    /** A client that has brought its session along, and waits for the leader to confirm it. */
    private record Revalidation(ClientPort port, int timeoutMs) {}

    private final LocalSessions local;
    private final Replies replies;
    private final ZabLink zab;
    private final Deque<Forwarded> forwarded = new ArrayDeque<>();
    private final Map<Long, Deque<Revalidation>> revalidations = new LinkedHashMap<>();
    private Map<Long, Integer> touched = new LinkedHashMap<>();

    LearnerService(LocalSessions local, Replies replies, ZabLink zab) {
        this.local = local;
        this.replies = replies;
        this.zab = zab;
    }

    // ---- clients

    @Override
    public void createSession(ClientPort port, WriteRequest request) {
        int timeoutMs = ((CreateSessionRequest) request.body()).timeoutMs();
        local.attach(request.sessionId(), port, timeoutMs);
        touched(request.sessionId(), timeoutMs);
        forward(port, request);
    }

    @Override
    public void resumeSession(ClientPort port, long sessionId, int timeoutMs) {
        revalidations.computeIfAbsent(sessionId, id -> new ArrayDeque<>()).add(new Revalidation(port, timeoutMs));
        zab.step(new Input.Forward(new LearnerMessage.Revalidate(sessionId, timeoutMs)));
    }

    @Override
    public void fromLeader(LeaderMessage.Revalidated message) {
        long sessionId = message.sessionId();
        Deque<Revalidation> asked = revalidations.get(sessionId);
        if (asked == null) {
            return;
        }
        Revalidation oldest = asked.remove();
        if (asked.isEmpty()) {
            revalidations.remove(sessionId);
        }
        if (message.valid()) {
            local.attach(sessionId, oldest.port, oldest.timeoutMs);
            touched(sessionId, oldest.timeoutMs);
            replies.connected(oldest.port, sessionId, oldest.timeoutMs);
        } else {
            oldest.port.refused();
        }
    }

    @Override
    public void write(ClientPort port, WriteRequest request) {
        forward(port, request);
    }

    private void forward(ClientPort port, WriteRequest request) {
        forwarded.add(new Forwarded(port, request, null, null));
        List<AuthInfo> identities = new ArrayList<>(request.identities().size());
        for (Identity identity : request.identities()) {
            identities.add(new AuthInfo(identity.scheme(), identity.id()));
        }
        zab.step(new Input.Forward(new LearnerMessage.Request(
                request.sessionId(), request.xid(), request.opCode(), body(request), identities)));
    }

    /** What could not be read here cannot be read there either, and is refused there, in its turn. */
    private static byte[] body(WriteRequest request) {
        if (request.body() == null) {
            return UNREADABLE;
        }
        ByteBuf out = Unpooled.buffer();
        RequestCodec.encode(request.opCode(), request.body(), out);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    @Override
    public void sync(CoreInput.Sync sync) {
        forwarded.add(new Forwarded(sync.port(), null, sync, null));
        WriteRequest request =
                new WriteRequest(sync.sessionId(), sync.xid(), OpCode.SYNC, new SyncRequest(sync.path()), List.of());
        zab.step(new Input.Forward(new LearnerMessage.Request(
                request.sessionId(), request.xid(), request.opCode(), body(request), List.of())));
    }

    @Override
    public boolean waits(Runnable action) {
        if (forwarded.isEmpty()) {
            return false;
        }
        forwarded.add(new Forwarded(null, null, null, action));
        return true;
    }

    @Override
    public void touched(long sessionId, int timeoutMs) {
        touched.put(sessionId, timeoutMs);
    }

    @Override
    public List<SessionTouch> takeTouches() {
        List<SessionTouch> touches = new ArrayList<>(touched.size());
        touched.forEach((sessionId, timeoutMs) -> touches.add(new SessionTouch(sessionId, timeoutMs)));
        touched = new LinkedHashMap<>();
        return touches;
    }

    // ---- commits

    @Override
    public PreparedTxn prepared(long zxid) {
        return null;
    }

    @Override
    public void applied(TxnHeader header, ApplyResult result) {
        Forwarded oldest = forwarded.peek();
        boolean ours = oldest != null
                && oldest.request != null
                && oldest.request.sessionId() == header.clientId()
                && oldest.request.xid() == header.cxid();
        if (ours) {
            forwarded.remove();
            replies.answer(oldest.port, oldest.request, result);
            runActions();
        }
    }

    private void runActions() {
        while (!forwarded.isEmpty() && forwarded.peek().action != null) {
            forwarded.poll().action.run();
        }
    }

    @Override
    public void syncDone() {
        Forwarded oldest = forwarded.peek();
        if (oldest != null && oldest.sync != null) {
            forwarded.remove();
            replies.synced(oldest.sync);
            runActions();
            return;
        }
        // Out of its turn: whoever waits for it must not be shown an order that was not kept.
        Iterator<Forwarded> all = forwarded.iterator();
        while (all.hasNext()) {
            Forwarded next = all.next();
            if (next.sync != null) {
                all.remove();
                next.port.close();
                return;
            }
        }
    }

    @Override
    public int outstanding() {
        return forwarded.size();
    }

    @Override
    public void end() {
        forwarded.clear();
        Map<Long, Deque<Revalidation>> unanswered = new LinkedHashMap<>(revalidations);
        revalidations.clear();
        unanswered.values().forEach(asked -> asked.forEach(one -> one.port.close()));
        local.closeAll();
    }

    // ---- what concerns leaders only

    @Override
    public void tick() {}

    @Override
    public void fromLearner(long connection, LearnerMessage message) {
        throw new IllegalStateException("nobody follows a learner");
    }
}
