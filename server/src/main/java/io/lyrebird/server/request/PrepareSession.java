package io.lyrebird.server.request;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.txn.CloseSessionTxn;
import io.lyrebird.wire.txn.CreateSessionTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * createSession and closeSession. From here on the session is known, or its requests are refused: the txn is not waited for,
 * so it is remembered until it is applied, to be undone if it never is.
 */
final class PrepareSession {
    private record Change(long zxid, long sessionId, boolean created) {}

    private final Deque<Change> pending = new ArrayDeque<>();

    Txn prepareCreate(Preparation p, CreateSessionRequest request) {
        p.sessions().add(p.sessionId(), request.timeoutMs());
        pending.add(new Change(p.zxid(), p.sessionId(), true));
        return new CreateSessionTxn(request.timeoutMs());
    }

    /** Also of a session that is not known: an expiry may come twice. */
    Txn prepareClose(Preparation p, boolean listPaths) {
        List<String> paths = new ArrayList<>(p.pending().ephemerals(p.sessionId()));
        for (String path : paths) {
            PendingNode parent = p.pending().find(Tree.parentPath(path));
            PrepareDelete.addPending(p, parent, p.pending().find(path));
        }
        p.sessions().setClosing(p.sessionId());
        pending.add(new Change(p.zxid(), p.sessionId(), false));
        return listPaths ? new CloseSessionTxn(paths) : CloseSessionTxn.WITHOUT_PATHS;
    }

    void applied(long zxid) {
        while (!pending.isEmpty() && pending.peek().zxid <= zxid) {
            pending.remove();
        }
    }

    void undo(Sessions sessions) {
        while (!pending.isEmpty()) {
            Change change = pending.removeLast();
            if (change.created) {
                sessions.remove(change.sessionId);
            } else {
                sessions.reopen(change.sessionId);
            }
        }
    }

    boolean isIdle() {
        return pending.isEmpty();
    }
}
