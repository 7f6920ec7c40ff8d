package io.lyrebird.server.request;

import io.lyrebird.server.tree.NodeKind;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.txn.DeleteTxn;
import io.lyrebird.wire.txn.Txn;

/** delete and deleteContainer. */
final class PrepareDelete {
    private PrepareDelete() {}

    static Txn prepare(Preparation p, DeleteRequest request) {
        if (!p.sessionIsOpen()) {
            return Preparation.refuse(ErrorCode.SESSION_EXPIRED);
        }
        String path = ZnodePaths.required(request.path());
        if (!mayBeDeleted(path)) {
            return Preparation.refuse(ErrorCode.BAD_ARGUMENTS);
        }
        PendingNode parent = p.pending().find(Tree.parentPath(path));
        if (parent == null) {
            return Preparation.refuse(ErrorCode.NO_NODE);
        }
        if (!p.may(parent, Perms.DELETE)) {
            return Preparation.refuse(ErrorCode.NO_AUTH);
        }
        PendingNode node = p.pending().find(path);
        if (node == null) {
            return Preparation.refuse(ErrorCode.NO_NODE);
        }
        if (!Preparation.versionMatches(request.version(), node.stat().version())) {
            return Preparation.refuse(ErrorCode.BAD_VERSION);
        }
        if (node.childCount() > 0) {
            return Preparation.refuse(ErrorCode.NOT_EMPTY);
        }
        addPending(p, parent, node);
        return new DeleteTxn(path);
    }

    /**
     * The server asks for it itself, so neither session nor ACL are asked. That a container has got a child meanwhile
     * keeps it; an ephemeral is no container. Whether the node is one at all is not looked at, as in Apache.
     */
    static Txn prepareContainer(Preparation p, DeleteContainerRequest request) {
        String path = request.path();
        if (!mayBeDeleted(path)) {
            return Preparation.refuse(ErrorCode.BAD_ARGUMENTS);
        }
        PendingNode node = p.pending().find(path);
        if (node == null) {
            return Preparation.refuse(ErrorCode.NO_NODE);
        }
        if (node.childCount() > 0) {
            return Preparation.refuse(ErrorCode.NOT_EMPTY);
        }
        if (node.kind() == NodeKind.EPHEMERAL) {
            return Preparation.refuse(ErrorCode.BAD_VERSION);
        }
        addPending(p, p.pending().find(Tree.parentPath(path)), node);
        return new DeleteTxn(path);
    }

    private static boolean mayBeDeleted(String path) {
        return ZnodePaths.hasParent(path) && !SystemNodes.isSystemNode(path);
    }

    static void addPending(Preparation p, PendingNode parent, PendingNode node) {
        PendingNode changedParent = parent.changing(p.zxid());
        changedParent.childDeleted();
        p.pending().put(changedParent);
        PendingNode tombstone = node.changing(p.zxid());
        tombstone.deleted();
        p.pending().put(tombstone);
    }
}
