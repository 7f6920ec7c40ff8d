package io.lyrebird.server.request;

import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Subtree;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Stat;
import io.lyrebird.wire.txn.CloseSessionTxn;
import io.lyrebird.wire.txn.CreateContainerTxn;
import io.lyrebird.wire.txn.CreateSessionTxn;
import io.lyrebird.wire.txn.CreateTtlTxn;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.DeleteTxn;
import io.lyrebird.wire.txn.ErrorTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.SetAclTxn;
import io.lyrebird.wire.txn.SetDataTxn;
import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnHeader;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies txns to tree and sessions (DataTree.processTxn), keeps the figures of quotas, and fires watches.
 *
 * <p>A txn that was prepared against this very tree always succeeds. One that is replayed over a fuzzy snapshot, which
 * already holds some of what comes later, can meet a state from its own future. Then, much as in Apache:
 *
 * <ul>
 *   <li>a create of a node that exists leaves it as it is, and lets the parent know of the creation (Apache does so for
 *       create only, not for create2 and its like);
 *   <li>a create below a parent that is missing, and a change of a node that is missing, do nothing;
 *   <li>a delete of a node that is missing lets the parent know of the deletion;
 *   <li>a delete of a node with children takes them with it: they were created later, and will be again. (Apache leaves
 *       them as orphans.)
 * </ul>
 *
 * What follows in the log makes all of it right, but for one thing: a closeSession without its list of paths cannot tell the
 * parents of ephemerals that the snapshot has missed.
 */
public final class TreeApplier {
    private final Tree tree;
    private final Sessions sessions;
    private final Quotas quotas;
    private final WatchTrigger watches;

    public TreeApplier(Tree tree, Sessions sessions, Quotas quotas, WatchTrigger watches) {
        this.tree = tree;
        this.sessions = sessions;
        this.quotas = quotas;
        this.watches = watches;
    }

    /** The tree has become another one. */
    public void treeReplaced() {
        quotas.rebuild();
    }

    public ApplyResult apply(TxnHeader header, Txn txn) {
        ApplyResult result = header.type() == OpCode.MULTI
                ? applyMulti(header, (MultiTxn) txn)
                : applyOne(header, header.type(), txn);
        if (header.zxid() > tree.lastZxid()) {
            tree.setLastZxid(header.zxid());
        }
        return result;
    }

    private ApplyResult applyMulti(TxnHeader header, MultiTxn multi) {
        boolean failed = hasError(multi);
        List<ApplyResult> results = new ArrayList<>(multi.txns().size());
        for (MultiTxn.SubTxn sub : multi.txns()) {
            ApplyResult result;
            if (sub.type() == OpCode.ERROR) {
                result = error(((ErrorTxn) sub.txn()).err());
            } else if (failed) {
                result = error(ErrorCode.OK.code());
            } else {
                result = applyOne(header, sub.type(), sub.txn());
            }
            results.add(result);
        }
        return new ApplyResult(OpCode.MULTI, 0, null, null, results);
    }

    private static boolean hasError(MultiTxn multi) {
        for (MultiTxn.SubTxn sub : multi.txns()) {
            if (sub.type() == OpCode.ERROR) {
                return true;
            }
        }
        return false;
    }

    private static ApplyResult error(int code) {
        return new ApplyResult(OpCode.ERROR, code, null, null, null);
    }

    private ApplyResult applyOne(TxnHeader header, int type, Txn txn) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2 -> {
                CreateTxn t = (CreateTxn) txn;
                long owner = t.ephemeral() ? header.clientId() : 0;
                yield create(header, type, t.path(), t.data(), t.acl(), owner, t.parentCVersion());
            }
            case OpCode.CREATE_TTL -> {
                CreateTtlTxn t = (CreateTtlTxn) txn;
                long owner = OwnerEncoding.ttlOwner(t.ttl());
                yield create(header, type, t.path(), t.data(), t.acl(), owner, t.parentCVersion());
            }
            case OpCode.CREATE_CONTAINER -> {
                CreateContainerTxn t = (CreateContainerTxn) txn;
                yield create(header, type, t.path(), t.data(), t.acl(), OwnerEncoding.CONTAINER, t.parentCVersion());
            }
            case OpCode.DELETE, OpCode.DELETE_CONTAINER -> delete(header, type, ((DeleteTxn) txn).path());
            case OpCode.SET_DATA, OpCode.RECONFIG -> setData(header, type, (SetDataTxn) txn);
            case OpCode.SET_ACL -> setAcl((SetAclTxn) txn);
            case OpCode.CREATE_SESSION -> {
                sessions.add(header.clientId(), ((CreateSessionTxn) txn).timeoutMs());
                yield ApplyResult.ok(type, null, null);
            }
            case OpCode.CLOSE_SESSION -> closeSession(header, (CloseSessionTxn) txn);
            case OpCode.ERROR -> error(((ErrorTxn) txn).err());
            default -> ApplyResult.ok(type, null, null);
        };
    }

    private ApplyResult create(
            TxnHeader header, int type, String path, byte[] data, List<Acl> acl, long owner, int childrenCreated) {
        Znode parent = tree.find(Tree.parentPath(path));
        if (parent == null) {
            return ApplyResult.failed(type, ErrorCode.NO_NODE, path);
        }
        if (tree.find(path) != null) {
            tree.raiseChildrenCreated(parent, childrenCreated, header.zxid());
            return ApplyResult.failed(type, ErrorCode.NODE_EXISTS, path);
        }
        Znode node = tree.create(parent, path, data, acl, owner, childrenCreated, header.zxid(), header.time());
        Stat stat = type == OpCode.CREATE ? null : node.stat();
        quotas.created(path, node.dataLength());
        watches.nodeCreated(path, header.zxid(), tree.acl(node), tree.acl(parent));
        return ApplyResult.ok(type, path, stat);
    }

    private ApplyResult delete(TxnHeader header, int type, String path) {
        Znode node = tree.find(path);
        if (node == null) {
            Znode parent = tree.find(Tree.parentPath(path));
            if (parent != null) {
                tree.raisePzxid(parent, header.zxid());
            }
            return ApplyResult.failed(type, ErrorCode.NO_NODE, path);
        }
        if (node.childCount() > 0) {
            deleteBelow(node, header.zxid());
        }
        List<Acl> acl = tree.acl(node);
        tree.delete(node, header.zxid());
        quotas.deleted(path, node.dataLength());
        watches.nodeDeleted(path, header.zxid(), acl, tree.acl(node.parent()));
        return ApplyResult.ok(type, path, null);
    }

    private void deleteBelow(Znode top, long zxid) {
        List<Znode> parentsFirst = new ArrayList<>();
        Subtree.forEach(top, parentsFirst::add);
        for (int i = parentsFirst.size() - 1; i > 0; i--) {
            Znode node = parentsFirst.get(i);
            String path = node.path();
            tree.delete(node, zxid);
            quotas.deleted(path, node.dataLength());
        }
    }

    private ApplyResult setData(TxnHeader header, int type, SetDataTxn txn) {
        Znode node = tree.find(txn.path());
        if (node == null) {
            return ApplyResult.failed(type, ErrorCode.NO_NODE, txn.path());
        }
        int bytesBefore = node.dataLength();
        tree.setData(node, txn.data(), txn.version(), header.zxid(), header.time());
        Stat stat = node.stat();
        quotas.dataChanged(txn.path(), node.dataLength() - bytesBefore);
        watches.dataChanged(txn.path(), header.zxid(), tree.acl(node));
        return ApplyResult.ok(type, txn.path(), stat);
    }

    private ApplyResult setAcl(SetAclTxn txn) {
        Znode node = tree.find(txn.path());
        if (node == null) {
            return ApplyResult.failed(OpCode.SET_ACL, ErrorCode.NO_NODE, txn.path());
        }
        tree.setAcl(node, txn.acl(), txn.version());
        return ApplyResult.ok(OpCode.SET_ACL, txn.path(), node.stat());
    }

    /** Deletes what the txn lists, then what the session still owns: everything, if the txn has no list. */
    private ApplyResult closeSession(TxnHeader header, CloseSessionTxn txn) {
        long sessionId = header.clientId();
        sessions.remove(sessionId);
        if (txn.hasPaths()) {
            deleteAll(header, txn.paths2Delete());
        }
        deleteAll(header, SessionEphemerals.of(tree, sessionId));
        return ApplyResult.ok(OpCode.CLOSE_SESSION, null, null);
    }

    private void deleteAll(TxnHeader header, Iterable<String> paths) {
        for (String path : paths) {
            delete(header, OpCode.DELETE, path);
        }
    }
}
