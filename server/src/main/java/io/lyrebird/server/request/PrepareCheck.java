package io.lyrebird.server.request;

import io.lyrebird.wire.client.CheckVersionRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.txn.CheckVersionTxn;
import io.lyrebird.wire.txn.Txn;

/** check, which is only possible inside a multi. */
final class PrepareCheck {
    private PrepareCheck() {}

    static Txn prepare(Preparation p, CheckVersionRequest request) {
        if (!p.sessionIsOpen()) {
            return Preparation.refuse(ErrorCode.SESSION_EXPIRED);
        }
        String path = request.path();
        if (path == null || !ZnodePaths.isValid(path)) {
            return Preparation.refuse(ErrorCode.BAD_ARGUMENTS);
        }
        PendingNode node = p.pending().find(path);
        if (node == null) {
            return Preparation.refuse(ErrorCode.NO_NODE);
        }
        if (!p.may(node, Perms.READ)) {
            return Preparation.refuse(ErrorCode.NO_AUTH);
        }
        int version = node.stat().version();
        if (!Preparation.versionMatches(request.version(), version)) {
            return Preparation.refuse(ErrorCode.BAD_VERSION);
        }
        // The txn carries the version that a change would have led to, as in Apache; nothing looks at it.
        return new CheckVersionTxn(path, version + 1);
    }
}
