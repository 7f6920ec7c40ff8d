package io.lyrebird.server.tree;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Apache's digest of a node, version 2 (DigestCalculator): a CRC-32 over path, data and stored stat. The digest of a
 * tree is the sum over its nodes, so that it is kept by subtracting what a node was and adding what it became.
 */
public final class TreeDigest {
    public static final int VERSION = 2;

    private static final int STAT_BYTES = 60;
    private static final byte[] ZOOKEEPER_SUBTREE = "/zookeeper/".getBytes(StandardCharsets.UTF_8);

    private final CRC32 crc = new CRC32();
    private final ByteBuffer statBytes = ByteBuffer.allocate(STAT_BYTES);

    /** Nodes below /zookeeper do not count: the figures of quotas are kept by each server for itself. */
    private static boolean counts(byte[] path, int length) {
        int prefix = ZOOKEEPER_SUBTREE.length;
        return length < prefix || !Arrays.equals(path, 0, prefix, ZOOKEEPER_SUBTREE, 0, prefix);
    }

    /** The digest of a node as it is in the tree. */
    public long of(Znode node) {
        byte[] path = node.pathBytes();
        return of(path, path.length, node);
    }

    /** The path is the first bytes of the array. */
    long of(byte[] path, int length, Znode node) {
        if (!counts(path, length)) {
            return 0;
        }
        begin(path, length);
        node.updateDigest(crc);
        return end(
                node.czxid(),
                node.mzxid(),
                node.pzxid(),
                node.ctimeMs(),
                node.mtimeMs(),
                node.version(),
                node.childrenCreated(),
                node.aclVersion(),
                node.ephemeralOwner());
    }

    /** The digest that a node with this path, this stat and the data of that node would have. */
    public long of(String path, Znode dataOf, StoredStat stat) {
        byte[] pathBytes = path.getBytes(StandardCharsets.UTF_8);
        if (!counts(pathBytes, pathBytes.length)) {
            return 0;
        }
        begin(pathBytes, pathBytes.length);
        dataOf.updateDigest(crc);
        return end(stat);
    }

    /** The digest that a node with this path, data and stat has or would have. */
    public long of(String path, byte[] data, StoredStat stat) {
        byte[] pathBytes = path.getBytes(StandardCharsets.UTF_8);
        if (!counts(pathBytes, pathBytes.length)) {
            return 0;
        }
        begin(pathBytes, pathBytes.length);
        if (data != null) {
            crc.update(data);
        }
        return end(stat);
    }

    /** The root counts with an empty path. */
    private void begin(byte[] path, int length) {
        crc.reset();
        if (length > 1) {
            crc.update(path, 0, length);
        }
    }

    private long end(StoredStat stat) {
        return end(
                stat.czxid(),
                stat.mzxid(),
                stat.pzxid(),
                stat.ctimeMs(),
                stat.mtimeMs(),
                stat.version(),
                stat.childrenCreated(),
                stat.aclVersion(),
                stat.ephemeralOwner());
    }

    private long end(
            long czxid,
            long mzxid,
            long pzxid,
            long ctimeMs,
            long mtimeMs,
            int version,
            int childrenCreated,
            int aclVersion,
            long ephemeralOwner) {
        statBytes.clear();
        statBytes.putLong(czxid).putLong(mzxid).putLong(pzxid).putLong(ctimeMs).putLong(mtimeMs);
        statBytes.putInt(version).putInt(childrenCreated).putInt(aclVersion).putLong(ephemeralOwner);
        crc.update(statBytes.array(), 0, STAT_BYTES);
        return crc.getValue();
    }
}
