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

    private final CRC32 crc = new CRC32();
    private final ByteBuffer statBytes = ByteBuffer.allocate(STAT_BYTES);

    /** Nodes below /zookeeper do not count: the figures of quotas are kept by each server for itself. */
    public static boolean counts(String path) {
        return !path.startsWith("/zookeeper/");
    }

    private static boolean counts(byte[] path) {
        return !startsWith(path, ZOOKEEPER_SUBTREE);
    }

    private static final byte[] ZOOKEEPER_SUBTREE = "/zookeeper/".getBytes(StandardCharsets.UTF_8);

    private static boolean startsWith(byte[] path, byte[] prefix) {
        return path.length >= prefix.length && Arrays.equals(path, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** The digest of a node as it is in the tree. */
    public long of(Znode node) {
        return of(node.pathBytes(), node);
    }

    long of(byte[] path, Znode node) {
        if (!counts(path)) {
            return 0;
        }
        begin(path);
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
        if (!counts(pathBytes)) {
            return 0;
        }
        begin(pathBytes);
        dataOf.updateDigest(crc);
        return end(stat);
    }

    /** The digest that a node with this path, data and stat has or would have. */
    public long of(String path, byte[] data, StoredStat stat) {
        byte[] pathBytes = path.getBytes(StandardCharsets.UTF_8);
        if (!counts(pathBytes)) {
            return 0;
        }
        begin(pathBytes);
        if (data != null) {
            crc.update(data);
        }
        return end(stat);
    }

    /** The root counts with an empty path. */
    private void begin(byte[] path) {
        crc.reset();
        if (path.length > 1) {
            crc.update(path);
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
