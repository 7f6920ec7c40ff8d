package io.lyrebird.server.request;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.txn.SetAclTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.List;

/**
 * setACL. Unlike in Apache, whose pending changes forget the new ACL, requests behind this one are held against it even
 * before it is applied.
 */
final class PrepareSetAcl {
    private PrepareSetAcl() {}

    static Txn prepare(Preparation p, SetAclRequest request) {
        if (!p.sessionIsOpen()) {
            return Preparation.refuse(ErrorCode.SESSION_EXPIRED);
        }
        String path = request.path();
        if (path == null || !ZnodePaths.isValid(path)) {
            return Preparation.refuse(ErrorCode.BAD_ARGUMENTS);
        }
        List<Acl> acl = p.fixup(request.acl());
        if (acl == null) {
            return Preparation.refuse(ErrorCode.INVALID_ACL);
        }
        PendingNode node = p.pending().find(path);
        if (node == null) {
            return Preparation.refuse(ErrorCode.NO_NODE);
        }
        if (!p.may(node, Perms.ADMIN)) {
            return Preparation.refuse(ErrorCode.NO_AUTH);
        }
        if (!Preparation.versionMatches(request.version(), node.stat().aclVersion())) {
            return Preparation.refuse(ErrorCode.BAD_VERSION);
        }
        int version = node.stat().aclVersion() + 1;
        PendingNode changed = node.changing(p.zxid());
        changed.setAcl(acl, version);
        p.pending().put(changed);
        return new SetAclTxn(path, acl, version);
    }
}
