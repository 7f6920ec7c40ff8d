package io.lyrebird.server.request;

import io.lyrebird.server.quota.QuotaGuard;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.txn.SetDataTxn;
import io.lyrebird.wire.txn.Txn;

/** setData. */
final class PrepareSetData {
    private final QuotaGuard quotas;

    PrepareSetData(QuotaGuard quotas) {
        this.quotas = quotas;
    }

    Txn prepare(Preparation p, SetDataRequest request) {
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
        if (!p.may(node, Perms.WRITE)) {
            return Preparation.refuse(ErrorCode.NO_AUTH);
        }
        byte[] data = request.data();
        if (!quotas.allowsSetData(path, (data == null ? 0 : data.length) - node.dataLength())) {
            return Preparation.refuse(ErrorCode.QUOTA_EXCEEDED);
        }
        if (!Preparation.versionMatches(request.version(), node.stat().version())) {
            return Preparation.refuse(ErrorCode.BAD_VERSION);
        }
        int version = node.stat().version() + 1;
        PendingNode changed = node.changing(p.zxid());
        changed.setData(data, version, p.timeMs());
        p.pending().put(changed);
        return new SetDataTxn(path, data, version);
    }
}
