package io.lyrebird.server.legacy;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.txn.CreateContainerTxn;
import io.lyrebird.wire.txn.CreateTtlTxn;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes whose ACL is not in the snapshot. Apache writes the table of ACLs first and the nodes later: a node that is
 * created in between is there, but its ACL is only in the txn that created it, or in one that changed it.
 */
final class MissingAcls {
    /** Stands for such an ACL. Nobody matches it. */
    static final List<Acl> UNKNOWN = List.of(new Acl(0, "unknown", "missing in the snapshot"));

    private final Tree tree;
    private final Set<String> paths;

    MissingAcls(Tree tree, Collection<String> paths) {
        this.tree = tree;
        this.paths = new HashSet<>(paths);
    }

    /** To be told of each txn that is replayed. One that changes an ACL does so by itself. */
    void learnFrom(LoggedTxn txn) {
        if (!paths.isEmpty()) {
            learnFrom(txn.txn(), txn.header().zxid());
        }
    }

    private void learnFrom(Txn txn, long zxid) {
        if (txn instanceof CreateTxn create) {
            created(create.path(), create.acl(), zxid);
        } else if (txn instanceof CreateContainerTxn create) {
            created(create.path(), create.acl(), zxid);
        } else if (txn instanceof CreateTtlTxn create) {
            created(create.path(), create.acl(), zxid);
        } else if (txn instanceof MultiTxn multi) {
            multi.txns().forEach(sub -> learnFrom(sub.txn(), zxid));
        }
    }

    private void created(String path, List<Acl> acl, long zxid) {
        Znode node = paths.contains(path) ? tree.find(path) : null;
        if (node != null && node.czxid() == zxid && tree.acl(node).equals(UNKNOWN)) {
            tree.setAcl(node, acl, node.aclVersion());
        }
    }

    /** The path of a node whose ACL has not come up, or null. */
    String stillUnknown() {
        for (String path : paths) {
            Znode node = tree.find(path);
            if (node != null && tree.acl(node).equals(UNKNOWN)) {
                return node.path();
            }
        }
        return null;
    }
}
