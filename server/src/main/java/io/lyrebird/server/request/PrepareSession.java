package io.lyrebird.server.request;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.txn.CloseSessionTxn;
import io.lyrebird.wire.txn.CreateSessionTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.ArrayList;
import java.util.List;

/** createSession and closeSession. From here on the session is known, or its requests are refused. */
final class PrepareSession {
    private PrepareSession() {}

    static Txn prepareCreate(Preparation p, CreateSessionRequest request) {
        p.sessions().add(p.sessionId(), request.timeoutMs());
        return new CreateSessionTxn(request.timeoutMs());
    }

    /** Also of a session that is not known: an expiry may come twice. */
    static Txn prepareClose(Preparation p, boolean listPaths) {
        List<String> paths = new ArrayList<>(p.pending().ephemerals(p.sessionId()));
        for (String path : paths) {
            PendingNode parent = p.pending().find(Tree.parentPath(path));
            PrepareDelete.addPending(p, parent, p.pending().find(path));
        }
        p.sessions().setClosing(p.sessionId());
        return listPaths ? new CloseSessionTxn(paths) : CloseSessionTxn.WITHOUT_PATHS;
    }
}
