package io.lyrebird.server.core;

import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.wire.txn.TxnHeader;
import java.util.List;

/**
 * What the core does for clients and peers in one role. It begins when everything that was committed before it is in the
 * tree, and ends when everything that was committed in it is.
 */
interface RoleService {
    /** The port of a new session waits for it; the request is what creates it. */
    void createSession(ClientPort port, WriteRequest request);

    /** The client has shown the password of this session: it goes on if the session is alive. */
    void resumeSession(ClientPort port, long sessionId, int timeoutMs);

    void write(ClientPort port, WriteRequest request);

    void sync(CoreInput.Sync sync);

    /** Has it done, in a write phase, when what came before it is answered; false if that is the case already. */
    boolean waits(Runnable action);

    /** A session whose client is connected here was heard of. */
    void touched(long sessionId, int timeoutMs);

    void tick();

    /** The txn with this zxid, which has been committed, if it was prepared here; null if it has to be decoded. */
    PreparedTxn prepared(long zxid);

    /** The oldest committed txn is in the tree: whoever waits for it here is answered. */
    void applied(TxnHeader header, ApplyResult result);

    /** The leader has answered the oldest sync. */
    void syncDone();

    void fromLeader(LeaderMessage.Revalidated message);

    void fromLearner(long connection, LearnerMessage message);

    List<SessionTouch> takeTouches();

    /** Requests that are not answered yet. */
    int outstanding();

    /** Whatever was not committed is forgotten. */
    void end();
}
