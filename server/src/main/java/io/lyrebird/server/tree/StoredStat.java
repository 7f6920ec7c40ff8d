package io.lyrebird.server.tree;

/**
 * What is kept of a node's stat (Apache's StatPersisted). The cversion in it is the number of children ever created, not
 * the one that clients see.
 */
public record StoredStat(
        long czxid,
        long mzxid,
        long pzxid,
        long ctimeMs,
        long mtimeMs,
        int version,
        int childrenCreated,
        int aclVersion,
        long ephemeralOwner) {

    /** The stat of a node that has just been created by the given txn. */
    public static StoredStat created(long zxid, long timeMs, long ephemeralOwner) {
        return new StoredStat(zxid, zxid, zxid, timeMs, timeMs, 0, 0, 0, ephemeralOwner);
    }

    public StoredStat withData(int newVersion, long newMzxid, long newMtimeMs) {
        return new StoredStat(
                czxid, newMzxid, pzxid, ctimeMs, newMtimeMs, newVersion, childrenCreated, aclVersion, ephemeralOwner);
    }

    public StoredStat withPzxid(long newPzxid) {
        return new StoredStat(
                czxid, mzxid, newPzxid, ctimeMs, mtimeMs, version, childrenCreated, aclVersion, ephemeralOwner);
    }

    public StoredStat withChildrenCreated(int count, long newPzxid) {
        return new StoredStat(czxid, mzxid, newPzxid, ctimeMs, mtimeMs, version, count, aclVersion, ephemeralOwner);
    }

    public StoredStat withAclVersion(int newAclVersion) {
        return new StoredStat(
                czxid, mzxid, pzxid, ctimeMs, mtimeMs, version, childrenCreated, newAclVersion, ephemeralOwner);
    }
}
