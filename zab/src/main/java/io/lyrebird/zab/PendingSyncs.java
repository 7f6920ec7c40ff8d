package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The syncs that wait at a leader, each for two things. What was proposed when it came is committed. And a quorum has
 * answered a ping, or logged a proposal, that was sent after it came: so there was no later leader at that time, whose txns this one would not
 * know. Apache's leaders do without the second, which is why a sync there may show the past.
 *
 * <p>One round of pings at a time, however many syncs come.
 */
final class PendingSyncs {
    private record Sync(long connection, long zxid, long round) {}

    private final QuorumRule quorum;
    private final Deque<Sync> ofLearners = new ArrayDeque<>();
    private final Deque<Sync> own = new ArrayDeque<>();
    /** By voter: the last round of pings it has answered. The leader itself is never in doubt. */
    private final long[] answeredRounds;

    private long round;

    PendingSyncs(QuorumRule quorum, long leaderId) {
        this.quorum = quorum;
        answeredRounds = new long[quorum.voterCount()];
        answeredRounds[quorum.indexOf(leaderId)] = Long.MAX_VALUE;
    }

    void add(long connection, long lastProposedZxid) {
        Deque<Sync> waiting = connection == Input.AnswerSync.OWN ? own : ofLearners;
        waiting.addLast(new Sync(connection, lastProposedZxid, round + 1));
    }

    /** Somebody waits for a round that has not begun, and none is on its way. */
    boolean isRoundDue() {
        return (isForLaterRound(own) || isForLaterRound(ofLearners)) && confirmedRound() == round;
    }

    private boolean isForLaterRound(Deque<Sync> waiting) {
        return !waiting.isEmpty() && waiting.peekLast().round() > round;
    }

    int size() {
        return ofLearners.size() + own.size();
    }

    long nextRound() {
        return ++round;
    }

    void answered(long serverId, long answeredRound) {
        int voter = quorum.indexOf(serverId);
        if (voter >= 0) {
            answeredRounds[voter] = answeredRound;
        }
    }

    void answer(long committedZxid, Effects effects) {
        long confirmedRound = confirmedRound();
        while (isDue(ofLearners, committedZxid, confirmedRound)) {
            answerLearner(effects);
        }
        while (isDue(own, committedZxid, confirmedRound)) {
            answerOwn(effects);
        }
    }

    private static boolean isDue(Deque<Sync> waiting, long committedZxid, long confirmedRound) {
        return !waiting.isEmpty()
                && waiting.peekFirst().zxid() <= committedZxid
                && waiting.peekFirst().round() <= confirmedRound;
    }

    /**
     * This txn is committed. Whoever waits and came before it was proposed needs no answer to a ping: a quorum has logged
     * the txn meanwhile, in this leader's epoch.
     */
    void answerLearnersBefore(long zxid, Effects effects) {
        while (!ofLearners.isEmpty() && ofLearners.peekFirst().zxid() < zxid) {
            answerLearner(effects);
        }
    }

    /** The same, of the leader's own clients. */
    boolean isOwnBefore(long zxid) {
        return !own.isEmpty() && own.peekFirst().zxid() < zxid;
    }

    long firstOwnZxid() {
        return own.peekFirst().zxid();
    }

    void answerOwn(Effects effects) {
        own.removeFirst();
        effects.receivedFromLeader(new LeaderMessage.SyncDone());
    }

    private void answerLearner(Effects effects) {
        effects.send(ofLearners.removeFirst().connection(), new LeaderMessage.SyncDone());
    }

    /** Its connection has ended, and what it waits for with it. */
    void forget(long connection) {
        ofLearners.removeIf(sync -> sync.connection() == connection);
    }

    private long confirmedRound() {
        return quorum.committed(answeredRounds);
    }
}
