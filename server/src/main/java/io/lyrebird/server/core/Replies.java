package io.lyrebird.server.core;

import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.WriteReplies;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.SessionPasswords;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SyncResponse;

/** What clients are told, in whichever role. */
final class Replies {
    private final Tree tree;
    private final Sessions sessions;

    Replies(Tree tree, Sessions sessions) {
        this.tree = tree;
        this.sessions = sessions;
    }

    /** The request has become a txn, and that is in the tree. */
    void answer(ClientPort port, WriteRequest request, ApplyResult result) {
        if (request.opCode() == OpCode.CREATE_SESSION && result.err() == 0) {
            connected(port, request.sessionId(), sessions.timeoutMs(request.sessionId()));
        } else if (isMoved(result)) {
            // The client is somewhere else: this connection is of the past (ZOOKEEPER-710).
            port.close();
        } else {
            port.reply(request.xid(), tree.lastZxid(), result.err(), WriteReplies.of(result));
        }
    }

    private static boolean isMoved(ApplyResult result) {
        if (result.multi() == null) {
            return result.err() == ErrorCode.SESSION_MOVED.code();
        }
        for (ApplyResult part : result.multi()) {
            if (part.err() == ErrorCode.SESSION_MOVED.code()) {
                return true;
            }
        }
        return false;
    }

    void connected(ClientPort port, long sessionId, int timeoutMs) {
        port.connected(sessionId, timeoutMs, SessionPasswords.of(sessionId));
    }

    void synced(CoreInput.Sync sync) {
        sync.port().reply(sync.xid(), tree.lastZxid(), ErrorCode.OK.code(), new SyncResponse(sync.path()));
    }
}
