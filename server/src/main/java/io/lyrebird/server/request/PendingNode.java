package io.lyrebird.server.request;

import io.lyrebird.server.tree.NodeKind;
import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import java.util.List;

/**
 * A node as it will be once everything that is pending has been applied; one that will not exist stays as a tombstone.
 *
 * <p>Once it is in the {@link PendingView} it does not change any more: {@link #changing} gives what may be changed.
 */
final class PendingNode {
    /** Of what has been read from the tree and is not pending. */
    private static final long NOT_PENDING = -1;

    private final String path;
    private long zxid;
    private boolean exists = true;
    private StoredStat stat;
    private NodeKind kind;
    private int childCount;
    private List<Acl> acl;
    /** The node in the tree. Its data is this one's, which saves a copy, as long as no pending change replaces it. */
    private Znode inTree;

    private boolean dataReplaced;
    private byte[] data;
    private long digest;

    private PendingNode(String path, long zxid) {
        this.path = path;
        this.zxid = zxid;
    }

    static PendingNode ofTree(String path, Znode node, Tree tree) {
        PendingNode pending = new PendingNode(path, NOT_PENDING);
        pending.inTree = node;
        pending.stat = node.storedStat();
        pending.kind = node.kind();
        pending.childCount = node.childCount();
        pending.acl = tree.acl(node);
        return pending;
    }

    static PendingNode created(String path, byte[] data, List<Acl> acl, NodeKind kind, StoredStat stat) {
        PendingNode pending = new PendingNode(path, stat.czxid());
        pending.stat = stat;
        pending.kind = kind;
        pending.acl = acl;
        pending.dataReplaced = true;
        pending.data = data;
        return pending;
    }

    /** This node, to be changed by the txn with this zxid. */
    PendingNode changing(long byZxid) {
        PendingNode changed = this;
        if (zxid != NOT_PENDING) {
            changed = new PendingNode(path, byZxid);
            changed.exists = exists;
            changed.stat = stat;
            changed.kind = kind;
            changed.childCount = childCount;
            changed.acl = acl;
            changed.inTree = inTree;
            changed.dataReplaced = dataReplaced;
            changed.data = data;
        }
        changed.zxid = byZxid;
        return changed;
    }

    String path() {
        return path;
    }

    long zxid() {
        return zxid;
    }

    boolean exists() {
        return exists;
    }

    StoredStat stat() {
        return stat;
    }

    NodeKind kind() {
        return kind;
    }

    int childCount() {
        return childCount;
    }

    List<Acl> acl() {
        return acl;
    }

    Znode inTree() {
        return inTree;
    }

    int dataLength() {
        if (!dataReplaced) {
            return inTree.dataLength();
        }
        return data == null ? 0 : data.length;
    }

    /** A child was created. The counter does not go back when it overflows, and neither it nor pzxid change then. */
    void childCreated(int childrenCreated) {
        childCount++;
        if (childrenCreated > stat.childrenCreated()) {
            stat = stat.withChildrenCreated(childrenCreated, zxid);
        }
    }

    void childDeleted() {
        childCount--;
        stat = stat.withPzxid(zxid);
    }

    void setData(byte[] newData, int version, long timeMs) {
        dataReplaced = true;
        data = newData;
        stat = stat.withData(version, zxid, timeMs);
    }

    void setAcl(List<Acl> newAcl, int version) {
        acl = newAcl;
        stat = stat.withAclVersion(version);
    }

    void deleted() {
        exists = false;
    }

    /** What this adds to the digest of the tree. */
    long digest() {
        return digest;
    }

    void computeDigest(TreeDigest calculator) {
        if (!exists) {
            digest = 0;
        } else if (dataReplaced) {
            digest = calculator.of(path, data, stat);
        } else {
            digest = calculator.of(path, inTree, stat);
        }
    }
}
