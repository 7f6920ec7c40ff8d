package io.lyrebird.zab;

/**
 * How a leader brings a learner to its own history (LearnerHandler.syncFollower).
 *
 * @param kind      what the learner is told first
 * @param startZxid where the learner stands after it: the txns after this one are sent
 */
record SyncPlan(Kind kind, long startZxid) {
    enum Kind {
        /** The learner's last txn is in our history. */
        DIFF,
        /** The learner has txns that are not; the one to cut at is in both. */
        TRUNC,
        /** Anything else. */
        SNAP
    }

    /**
     * What to do for a learner whose last txn is {@code learnerZxid}.
     *
     * <p>A zxid with a counter stands for the one history of its leader up to it, since a leader proposes only when a
     * quorum has its epoch and its history. A zxid without (an Apache server's before the epoch's first txn) does so
     * only if that epoch got a quorum, which is certain if we have been in it ourselves.
     *
     * @param pointZxid     the last txn of the synchronisation: in our log, committed or about to be
     * @param snapshotZxid  where a snapshot would be
     * @param previousEpoch our own current epoch before this leadership
     * @param diffTxnsMax   more txns than this are slower than a snapshot
     */
    static SyncPlan choose(
            LogIndex log, long learnerZxid, long pointZxid, long snapshotZxid, long previousEpoch, long diffTxnsMax) {
        SyncPlan snap = new SyncPlan(Kind.SNAP, snapshotZxid);
        if (learnerZxid == pointZxid) {
            return new SyncPlan(Kind.DIFF, learnerZxid);
        }
        boolean isEpochStart = Zxid.counter(learnerZxid) == 0 && learnerZxid != log.baseZxid();
        if (isEpochStart && !isSharedEpoch(log, learnerZxid, previousEpoch)) {
            return snap;
        }
        if (learnerZxid > pointZxid) {
            return isEpochStart ? snap : new SyncPlan(Kind.TRUNC, pointZxid);
        }
        if (learnerZxid < log.baseZxid()) {
            return snap;
        }
        if (isEpochStart || log.contains(learnerZxid)) {
            boolean snapIsShorter = snapshotZxid > learnerZxid && log.countAfter(learnerZxid) > diffTxnsMax;
            return snapIsShorter ? snap : new SyncPlan(Kind.DIFF, learnerZxid);
        }
        // The learner has gone on in an epoch after our part of it, and we in a later one. Its log could be cut where
        // the
        // histories part; but an Apache server that once began to lead with what it has may have it in a snapshot of
        // its own, which no truncation takes back (ZOOKEEPER-1549). So a snapshot, as Apache's leaders send, if ours
        // has all that the two share: an older one would take from the learner what may be committed with its
        // acknowledgement.
        long sharedZxid = log.before(learnerZxid);
        return snapshotZxid >= sharedZxid ? snap : new SyncPlan(Kind.TRUNC, sharedZxid);
    }

    private static boolean isSharedEpoch(LogIndex log, long learnerZxid, long previousEpoch) {
        long epoch = Zxid.epoch(learnerZxid);
        return epoch == 0 || epoch == previousEpoch || log.hasEpoch(epoch);
    }
}
