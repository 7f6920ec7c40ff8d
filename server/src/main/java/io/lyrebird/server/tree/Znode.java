package io.lyrebird.server.tree;

import io.lyrebird.wire.client.Stat;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * One node. It is kept small, since a tree has millions of leaves: name and data share one array, the full path is not
 * stored but follows from the parents, and what most leaves do not have (children, an owner, changed ACLs) lives in
 * {@link Details}, which exists only once it is needed.
 */
public final class Znode {
    private static final Znode[] NO_CHILDREN = new Znode[0];

    private final Znode parent;
    private final int nameLength;
    /** The name, then the data. Replaced, never changed, by a new value of the data. */
    private byte[] nameAndData;

    private boolean dataNull;
    private int indexInParent;
    private int aclId;
    private int version;
    private final long czxid;
    private final long ctimeMs;
    private long mzxid;
    private long mtimeMs;
    private Details details;

    private static final class Details {
        private Znode[] children = NO_CHILDREN;
        private int childCount;
        private int descendantCount;
        private int childrenCreated;
        private int aclVersion;
        private long pzxid;
        private long ephemeralOwner;
        private NodeKind kind = NodeKind.PERSISTENT;
    }

    Znode(Znode parent, byte[] name, byte[] data, int aclId, long ephemeralOwner, long zxid, long timeMs) {
        this.parent = parent;
        this.nameLength = name.length;
        this.nameAndData = name;
        this.aclId = aclId;
        this.czxid = zxid;
        this.ctimeMs = timeMs;
        this.mzxid = zxid;
        this.mtimeMs = timeMs;
        storeData(data);
        if (ephemeralOwner != 0) {
            details().ephemeralOwner = ephemeralOwner;
        }
    }

    /** A node as it was written down, with every field of its stat. */
    Znode(Znode parent, byte[] name, byte[] data, int aclId, StoredStat stat) {
        this.parent = parent;
        this.nameLength = name.length;
        this.nameAndData = name;
        this.aclId = aclId;
        this.czxid = stat.czxid();
        this.ctimeMs = stat.ctimeMs();
        this.mzxid = stat.mzxid();
        this.mtimeMs = stat.mtimeMs();
        this.version = stat.version();
        storeData(data);
        restore(stat);
    }

    private void restore(StoredStat stat) {
        boolean plainLeaf = stat.pzxid() == czxid
                && stat.childrenCreated() == 0
                && stat.aclVersion() == 0
                && stat.ephemeralOwner() == 0;
        if (plainLeaf && details == null) {
            return;
        }
        Details d = details();
        d.pzxid = stat.pzxid();
        d.childrenCreated = stat.childrenCreated();
        d.aclVersion = stat.aclVersion();
        d.ephemeralOwner = stat.ephemeralOwner();
    }

    private Details details() {
        if (details == null) {
            details = new Details();
            details.pzxid = czxid;
        }
        return details;
    }

    public Znode parent() {
        return parent;
    }

    public boolean isRoot() {
        return parent == null;
    }

    public String name() {
        return new String(nameAndData, 0, nameLength, StandardCharsets.UTF_8);
    }

    /** Writes the name as a jute string. */
    public void writeName(ByteBuf out) {
        out.writeInt(nameLength);
        out.writeBytes(nameAndData, 0, nameLength);
    }

    int nameLength() {
        return nameLength;
    }

    boolean nameEquals(byte[] path, int from, int to) {
        return Arrays.equals(nameAndData, 0, nameLength, path, from, to);
    }

    /** The full path, put together from the parents. */
    public String path() {
        return new String(pathBytes(), StandardCharsets.UTF_8);
    }

    byte[] pathBytes() {
        if (isRoot()) {
            return new byte[] {'/'};
        }
        int length = 0;
        for (Znode node = this; !node.isRoot(); node = node.parent) {
            length += 1 + node.nameLength;
        }
        byte[] path = new byte[length];
        int end = length;
        for (Znode node = this; !node.isRoot(); node = node.parent) {
            end -= node.nameLength;
            System.arraycopy(node.nameAndData, 0, path, end, node.nameLength);
            path[--end] = '/';
        }
        return path;
    }

    /** The data as a copy, or null where a client stored null. */
    public byte[] data() {
        return dataNull ? null : Arrays.copyOfRange(nameAndData, nameLength, nameAndData.length);
    }

    /** Writes the data as a jute buffer, in which null has the length -1. */
    public void writeData(ByteBuf out) {
        if (dataNull) {
            out.writeInt(-1);
        } else {
            out.writeInt(dataLength());
            out.writeBytes(nameAndData, nameLength, dataLength());
        }
    }

    public boolean hasNullData() {
        return dataNull;
    }

    public int dataLength() {
        return nameAndData.length - nameLength;
    }

    void updateDigest(CRC32 crc) {
        crc.update(nameAndData, nameLength, dataLength());
    }

    void setData(byte[] data, int newVersion, long zxid, long timeMs) {
        storeData(data);
        version = newVersion;
        mzxid = zxid;
        mtimeMs = timeMs;
    }

    /** Replaces data that the server keeps by itself, as the figures of a quota: the stat does not change. */
    void setDataQuietly(byte[] data) {
        storeData(data);
    }

    private void storeData(byte[] data) {
        int dataLength = data == null ? 0 : data.length;
        byte[] joined = Arrays.copyOf(nameAndData, nameLength + dataLength);
        if (dataLength > 0) {
            System.arraycopy(data, 0, joined, nameLength, dataLength);
        }
        nameAndData = joined;
        dataNull = data == null;
    }

    public int aclId() {
        return aclId;
    }

    void setAcl(int newAclId, int newAclVersion) {
        aclId = newAclId;
        details().aclVersion = newAclVersion;
    }

    public long czxid() {
        return czxid;
    }

    public long mzxid() {
        return mzxid;
    }

    public long pzxid() {
        return details == null ? czxid : details.pzxid;
    }

    void setPzxid(long pzxid) {
        details().pzxid = pzxid;
    }

    public long ctimeMs() {
        return ctimeMs;
    }

    public long mtimeMs() {
        return mtimeMs;
    }

    public int version() {
        return version;
    }

    public int aclVersion() {
        return details == null ? 0 : details.aclVersion;
    }

    /**
     * How many children were ever created: Apache's stored cversion, the counter of sequential names. It overflows into
     * negative numbers as Apache's does.
     */
    public int childrenCreated() {
        return details == null ? 0 : details.childrenCreated;
    }

    void setChildrenCreated(int count) {
        details().childrenCreated = count;
    }

    /** The cversion that clients see: every creation and every deletion counts one (DataNode.copyStat). */
    public int cversion() {
        return childrenCreated() * 2 - childCount();
    }

    public long ephemeralOwner() {
        return details == null ? 0 : details.ephemeralOwner;
    }

    /** What the owner means. */
    public NodeKind kind() {
        return details == null ? NodeKind.PERSISTENT : details.kind;
    }

    void setKind(NodeKind kind) {
        if (kind != kind()) {
            details().kind = kind;
        }
    }

    /** Clients are shown the owner of ephemerals only (DataNode.copyStat). */
    private long ownerForClients() {
        return kind() == NodeKind.EPHEMERAL ? details.ephemeralOwner : 0;
    }

    public int childCount() {
        return details == null ? 0 : details.childCount;
    }

    /** All nodes below this one. It is kept, so that nobody has to walk a large tree while others wait. */
    public int descendantCount() {
        return details == null ? 0 : details.descendantCount;
    }

    /** A child by position, in no promised order; positions move when a child is removed. */
    public Znode child(int index) {
        return details.children[index];
    }

    void addChild(Znode child) {
        Details d = details();
        if (d.childCount == d.children.length) {
            d.children = Arrays.copyOf(d.children, Math.max(2, d.childCount + (d.childCount >> 1)));
        }
        child.indexInParent = d.childCount;
        d.children[d.childCount++] = child;
        countDescendants(1);
    }

    void removeChild(Znode child) {
        Details d = details;
        Znode last = d.children[--d.childCount];
        d.children[child.indexInParent] = last;
        last.indexInParent = child.indexInParent;
        d.children[d.childCount] = null;
        if (d.children.length > 16 && d.childCount < d.children.length >> 2) {
            d.children = Arrays.copyOf(d.children, d.children.length >> 1);
        } else if (d.childCount == 0) {
            d.children = NO_CHILDREN;
        }
        countDescendants(-1);
    }

    /** Every node above a child has details. */
    private void countDescendants(int diff) {
        for (Znode node = this; node != null; node = node.parent) {
            node.details.descendantCount += diff;
        }
    }

    /** The stat that clients see. */
    public Stat stat() {
        return new Stat(
                czxid,
                mzxid,
                ctimeMs,
                mtimeMs,
                version,
                cversion(),
                aclVersion(),
                ownerForClients(),
                dataLength(),
                childCount(),
                pzxid());
    }

    /** Writes the stat that clients see, field by field in the order of jute's Stat. */
    public void writeStat(ByteBuf out) {
        out.writeLong(czxid);
        out.writeLong(mzxid);
        out.writeLong(ctimeMs);
        out.writeLong(mtimeMs);
        out.writeInt(version);
        out.writeInt(cversion());
        out.writeInt(aclVersion());
        out.writeLong(ownerForClients());
        out.writeInt(dataLength());
        out.writeInt(childCount());
        out.writeLong(pzxid());
    }

    public StoredStat storedStat() {
        return new StoredStat(
                czxid, mzxid, pzxid(), ctimeMs, mtimeMs, version, childrenCreated(), aclVersion(), ephemeralOwner());
    }
}
