package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.peer.LeaderMessage;

/**
 * The txns of this server in zxid order, and how far each of two things has come: what is durable is on disk, what is
 * delivered is committed and told to the tree. Either may be ahead of the other, neither of the log.
 *
 * <p>It outlives the roles: what one of them has logged is the history the next one starts with. The tree only ever
 * holds what is committed, so that no truncation of the log can reach it (ZOOKEEPER-2845).
 */
final class History {
    /** The end of the log: all that is not yet both delivered and durable, and some that is. */
    private final TxnRing recent = new TxnRing();

    private final LogIndex log;
    private final int recentTxnsMax;
    private long durableZxid;
    private long deliveredZxid;
    /** What this process has seen committed; never above {@link #deliveredZxid}. */
    private long committedZxid;
    /** How many of {@link #recent}, from the first, are delivered. */
    private int deliveredRecent;
    /** Truncations that the disk has not confirmed. */
    private int truncationsPending;
    /** The disk has been asked to replace everything by a leader's snapshot. */
    private boolean installPending;

    History(Persisted persisted, int recentTxnsMax) {
        log = persisted.log().copy();
        this.recentTxnsMax = recentTxnsMax;
        durableZxid = log.lastZxid();
        deliveredZxid = persisted.deliveredZxid();
    }

    LogIndex log() {
        return log;
    }

    long lastLoggedZxid() {
        return log.lastZxid();
    }

    long deliveredZxid() {
        return deliveredZxid;
    }

    long durableZxid() {
        return durableZxid;
    }

    /** Nothing at or below it may ever be taken back. */
    long committedZxid() {
        return committedZxid;
    }

    boolean isInstallPending() {
        return installPending;
    }

    /** The log is on disk up to this zxid, and nothing that was cut off is. */
    boolean isDurable(long zxid) {
        return truncationsPending == 0 && durableZxid >= zxid;
    }

    void append(long zxid, byte[] txn, Effects effects) {
        log.append(zxid);
        recent.addLast(zxid, txn);
        effects.append(zxid, txn);
    }

    /** What is answered before a truncation is confirmed was written before it, and may be cut by now. */
    void durable(long zxid) {
        if (truncationsPending > 0) {
            return;
        }
        Check.that(zxid <= lastLoggedZxid(), "only what was appended can be durable");
        Check.that(zxid >= durableZxid, "what is durable stays so");
        durableZxid = zxid;
        forget();
    }

    void truncateAfter(long zxid, Effects effects) {
        Check.that(zxid >= deliveredZxid, "what is delivered is never cut off");
        if (zxid == lastLoggedZxid()) {
            return;
        }
        log.truncateAfter(zxid);
        while (recent.size() > 0 && recent.zxid(recent.size() - 1) > zxid) {
            recent.removeLast();
        }
        durableZxid = Math.min(durableZxid, zxid);
        truncationsPending++;
        effects.truncate(zxid);
    }

    void truncated(long zxid) {
        Check.that(truncationsPending > 0, "only what was asked for can be truncated");
        truncationsPending--;
        if (truncationsPending == 0) {
            Check.that(zxid <= lastLoggedZxid() && zxid >= durableZxid, "the log was cut where it was asked to be");
            durableZxid = zxid;
            forget();
        }
    }

    void installSnapshot(long connection, long zxid, Effects effects) {
        Check.that(!installPending, "one snapshot is installed at a time");
        installPending = true;
        effects.installSnapshot(connection, zxid);
    }

    void snapshotFailed() {
        Check.that(installPending, "only a snapshot that was asked for can fail");
        installPending = false;
    }

    /**
     * The tree and the image are a leader's now. What the log has after that zxid is kept until that leader says what
     * comes there: it may be committed, with our acknowledgement. But a log that begins later goes on from something
     * else, an image that never was committed.
     */
    void snapshotInstalled(long zxid) {
        Check.that(installPending, "only a snapshot that was asked for is installed");
        Check.that(zxid >= committedZxid, "a snapshot has what is committed");
        installPending = false;
        deliveredZxid = zxid;
        if (zxid < log.baseZxid()) {
            log.reset(zxid);
            durableZxid = zxid;
        } else {
            log.dropUpTo(zxid);
            durableZxid = Math.max(durableZxid, zxid);
        }
        while (recent.size() > 0 && !log.isAfterBase(recent.zxid(0))) {
            recent.removeFirst();
        }
        deliveredRecent = 0;
    }

    /** The log has been shortened at its beginning: the image has those. */
    void dropped(long zxid) {
        Check.that(zxid <= deliveredZxid, "the log keeps what is not in the image");
        log.dropUpTo(zxid);
    }

    /** Everything up to this zxid is committed. */
    void deliver(long zxid, Effects effects) {
        Check.that(zxid <= lastLoggedZxid(), "what is committed was logged");
        if (zxid > deliveredZxid) {
            deliverFromLog(zxid, effects);
            deliverRecent(zxid, effects);
            forget();
        }
        committedZxid = Math.max(committedZxid, Math.min(zxid, deliveredZxid));
    }

    /** Sends what is after the first zxid, up to the second, as committed proposals. */
    void sendCommitted(long connection, long afterZxid, long upToZxid, Effects effects) {
        if (afterZxid >= upToZxid) {
            return;
        }
        long inMemoryAfter = recent.size() == 0 ? log.lastZxid() : log.before(recent.zxid(0));
        if (afterZxid < inMemoryAfter) {
            effects.sendLogged(connection, afterZxid, Math.min(inMemoryAfter, upToZxid));
        }
        int end = recent.indexAfter(upToZxid);
        for (int i = recent.indexAfter(afterZxid); i < end; i++) {
            effects.send(connection, new LeaderMessage.Proposal(recent.zxid(i), recent.txn(i)));
            effects.send(connection, new LeaderMessage.Commit(recent.zxid(i)));
        }
    }

    /** The end of the log, with all that is not committed. */
    TxnRing recent() {
        return recent;
    }

    private void deliverFromLog(long zxid, Effects effects) {
        long notInMemory = recent.size() == 0 ? log.lastZxid() : log.before(recent.zxid(0));
        if (deliveredZxid < notInMemory) {
            deliveredZxid = Math.min(zxid, notInMemory);
            effects.deliverLogged(deliveredZxid);
        }
    }

    private void deliverRecent(long zxid, Effects effects) {
        while (deliveredRecent < recent.size() && recent.zxid(deliveredRecent) <= zxid) {
            deliveredZxid = recent.zxid(deliveredRecent);
            effects.deliver(deliveredZxid, recent.txn(deliveredRecent));
            deliveredRecent++;
        }
    }

    private void forget() {
        while (deliveredRecent > recentTxnsMax && recent.zxid(0) <= durableZxid) {
            recent.removeFirst();
            deliveredRecent--;
        }
    }
}
