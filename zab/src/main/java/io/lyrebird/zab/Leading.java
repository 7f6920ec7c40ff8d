package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Leads, in Zab's phases. The new epoch is above every epoch that a quorum has accepted (discovery), and a quorum
 * accepts it, none of it with a longer history than ours (acceptance). A quorum has our history and then the epoch on
 * disk (synchronisation); only then is that history committed and are new txns proposed (broadcast).
 */
final class Leading extends RoleState {
    enum Phase {
        DISCOVERY,
        OWN_ACCEPTANCE,
        ACCEPTANCE,
        SYNCHRONISATION,
        BROADCAST
    }

    private final QuorumRule quorum;
    private final SortedMap<Long, LearnerLink> links = new TreeMap<>();
    /** The last txn of the history this leader starts with, and the epoch it got it in. */
    private final long initialZxid;

    private final long initialEpoch;
    private final long[] ackedZxids;
    private final PendingSyncs syncs;

    private Phase phase = Phase.DISCOVERY;
    private long phaseDeadlineMs;
    private long epoch;
    /** Of the current phase: those that have done their part, on their disks. */
    private long supporterBits;

    private long lastProposedZxid;
    private long committedZxid;
    private long nextPingMs;
    private long nextQuorumCheckMs;

    Leading(ZabNode node) {
        super(node);
        quorum = config.quorum();
        initialZxid = history.lastLoggedZxid();
        initialEpoch = epochs.current();
        ackedZxids = new long[quorum.voterCount()];
        syncs = new PendingSyncs(quorum, config.serverId());
        node.noteEpoch(Math.max(epochs.accepted(), Zxid.epoch(initialZxid)));
    }

    @Override
    void enter(Effects effects) {
        startPhase(Phase.DISCOVERY);
        node.lobby().admit((connection, said) -> {
            learnerConnected(connection, effects);
            said.forEach(message -> fromLearner(connection, message, effects));
        });
        support(config.serverId(), effects);
    }

    @Override
    void leave(Effects effects) {
        links.keySet().forEach(effects::disconnect);
        links.clear();
    }

    Phase phase() {
        return phase;
    }

    long epoch() {
        return epoch;
    }

    /** What a learner that comes now has to have before it is told NEWLEADER. */
    long syncPointZxid() {
        return phase == Phase.BROADCAST ? history.deliveredZxid() : initialZxid;
    }

    long initialEpoch() {
        return initialEpoch;
    }

    boolean isAheadOfLeader(long learnerEpoch, long learnerZxid) {
        return learnerEpoch > initialEpoch || learnerEpoch == initialEpoch && learnerZxid > initialZxid;
    }

    long lastProposedZxid() {
        return lastProposedZxid;
    }

    private boolean isAllCommitted() {
        return committedZxid == lastProposedZxid;
    }

    // ---- the way to broadcast

    private void startPhase(Phase next) {
        phase = next;
        phaseDeadlineMs = node.nowMs() + config.timing().initLimitMs();
        supporterBits = 0;
    }

    /** A server has done what the current phase asks of a quorum. */
    void support(long serverId, Effects effects) {
        supporterBits |= quorum.bit(serverId);
        boolean decided = quorum.isQuorum(supporterBits) && (supporterBits & quorum.bit(config.serverId())) != 0;
        if (!decided) {
            return;
        }
        switch (phase) {
            case DISCOVERY -> chooseEpoch(effects);
            case ACCEPTANCE -> synchronise(effects);
            case SYNCHRONISATION -> establish(effects);
            case OWN_ACCEPTANCE, BROADCAST -> {
                // nothing waits for a quorum
            }
        }
    }

    /**
     * A voter says what it has promised before. If it is too late for this epoch to be above it, that voter could never
     * follow: another election, and an epoch above what is known by now.
     */
    void discover(LearnerLink link, long acceptedEpoch, Effects effects) {
        node.noteEpoch(acceptedEpoch);
        if (phase == Phase.DISCOVERY) {
            support(link.serverId(), effects);
        } else if (acceptedEpoch > epoch) {
            node.lookAgain(effects);
            return;
        }
        link.sendEpoch(effects);
    }

    private void chooseEpoch(Effects effects) {
        epoch = node.highestEpoch() + 1;
        lastProposedZxid = Zxid.of(epoch, 0);
        startPhase(Phase.OWN_ACCEPTANCE);
        epochs.accept(epoch, effects);
    }

    private void synchronise(Effects effects) {
        startPhase(Phase.SYNCHRONISATION);
        for (LearnerLink link : currentLinks()) {
            link.synchronise(effects);
        }
        synchroniseSelf(effects);
    }

    /** The order that loses nothing: txns durable, then the current epoch durable, then our own acknowledgement. */
    private void synchroniseSelf(Effects effects) {
        if (phase != Phase.SYNCHRONISATION || !history.isDurable(initialZxid)) {
            return;
        }
        if (epochs.current() < epoch) {
            epochs.enter(epoch, effects);
        } else if (epochs.isEnteredDurably(epoch)) {
            support(config.serverId(), effects);
        }
    }

    private void establish(Effects effects) {
        startPhase(Phase.BROADCAST);
        committedZxid = lastProposedZxid;
        nextQuorumCheckMs = node.nowMs() + config.timing().tickMs();
        history.deliver(initialZxid, effects);
        for (LearnerLink link : currentLinks()) {
            link.established(effects);
        }
        node.serve(Role.LEADING, effects);
    }

    // ---- broadcast

    @Override
    boolean canPropose() {
        return phase == Phase.BROADCAST
                && Zxid.counter(lastProposedZxid) < config.bounds().counterMax();
    }

    @Override
    long nextZxid() {
        Check.that(canPropose(), "only an established leader gives zxids");
        return lastProposedZxid + 1;
    }

    @Override
    public void propose(long zxid, byte[] txn, Effects effects) {
        Check.that(zxid == nextZxid(), "a leader's zxids have no gap");
        lastProposedZxid = zxid;
        history.append(zxid, txn, effects);
        if (!links.isEmpty()) {
            LeaderMessage.Proposal proposal = new LeaderMessage.Proposal(zxid, txn);
            for (LearnerLink link : links.values()) {
                link.propose(proposal, effects);
            }
        }
    }

    @Override
    public void durable(long zxid, Effects effects) {
        synchroniseSelf(effects);
        acked(config.serverId(), history.durableZxid(), effects);
    }

    /** A voter has everything up to this zxid on disk. */
    void acked(long serverId, long zxid, Effects effects) {
        int voter = quorum.indexOf(serverId);
        if (voter < 0 || phase != Phase.BROADCAST) {
            return;
        }
        ackedZxids[voter] = Math.max(ackedZxids[voter], zxid);
        long quorumZxid = quorum.committed(ackedZxids);
        if (quorumZxid > committedZxid) {
            commit(quorumZxid, effects);
        }
    }

    private void commit(long zxid, Effects effects) {
        Check.that(Zxid.epoch(zxid) == epoch, "a leader commits what it has proposed");
        TxnRing recent = history.recent();
        for (int i = links.isEmpty() ? recent.size() : recent.indexAfter(committedZxid);
                i < recent.size() && recent.zxid(i) <= zxid;
                i++) {
            // Before the commit: a learner answers its clients in the order in which it passed on what they asked.
            syncs.answerLearnersBefore(recent.zxid(i), effects);
            LeaderMessage.Commit commit = new LeaderMessage.Commit(recent.zxid(i));
            for (LearnerLink link : links.values()) {
                link.commit(commit, recent.txn(i), effects);
            }
        }
        committedZxid = zxid;
        while (syncs.isOwnBefore(zxid)) {
            history.deliver(syncs.firstOwnZxid(), effects);
            syncs.answerOwn(effects);
        }
        history.deliver(zxid, effects);
        syncs.answer(zxid, effects);
        rollOverAtTheEnd(effects);
    }

    /** The counter has run out and all its txns are committed: a new election gives a new epoch (ZOOKEEPER-1277). */
    private void rollOverAtTheEnd(Effects effects) {
        if (!canPropose() && isAllCommitted()) {
            node.lookAgain(effects);
        }
    }

    // ---- time

    @Override
    public void tick(long nowMs, Effects effects) {
        for (LearnerLink link : currentLinks()) {
            if (link.isSilent(nowMs)) {
                drop(link, effects);
            }
        }
        if (isQuorumLost(nowMs)) {
            node.lookAgain(effects);
        } else if (nowMs >= nextPingMs) {
            nextPingMs = nowMs + config.timing().tickMs() / 2;
            ping(effects);
        }
    }

    private void ping(Effects effects) {
        LeaderMessage.Ping ping = new LeaderMessage.Ping(lastProposedZxid);
        long round = syncs.nextRound();
        links.values().forEach(link -> link.ping(ping, round, effects));
    }

    private boolean isQuorumLost(long nowMs) {
        if (phase != Phase.BROADCAST) {
            return nowMs >= phaseDeadlineMs;
        }
        if (nowMs < nextQuorumCheckMs) {
            return false;
        }
        nextQuorumCheckMs = nowMs + config.timing().tickMs();
        long bits = quorum.bit(config.serverId());
        for (LearnerLink link : links.values()) {
            if (!link.isObserver()) {
                bits |= quorum.bit(link.serverId());
            }
        }
        return !quorum.isQuorum(bits);
    }

    // ---- learners

    @Override
    public void learnerConnected(long connection, Effects effects) {
        links.put(connection, new LearnerLink(this, connection));
    }

    @Override
    public void fromLearner(long connection, LearnerMessage message, Effects effects) {
        LearnerLink link = links.get(connection);
        if (link != null) {
            link.heard(node.nowMs());
            message.dispatch(link, effects);
        }
    }

    @Override
    public void disconnected(long connection, Effects effects) {
        LearnerLink link = links.remove(connection);
        if (link != null) {
            forget(link);
        }
    }

    /** A server that comes again has lost its earlier connection, even if we do not know it yet. */
    void replaceEarlier(LearnerLink newLink, Effects effects) {
        for (LearnerLink link : currentLinks()) {
            if (link != newLink && link.serverId() == newLink.serverId()) {
                drop(link, effects);
            }
        }
    }

    void drop(LearnerLink link, Effects effects) {
        links.remove(link.connection());
        forget(link);
        effects.disconnect(link.connection());
    }

    /**
     * Its acknowledgements end with the connection. When it comes back it may be told to truncate what it has
     * acknowledged; and it may have gone to a later leader, who would make us one of the past as soon as we are one.
     */
    private void forget(LearnerLink link) {
        syncs.forget(link.connection());
        int voter = quorum.indexOf(link.serverId());
        if (voter >= 0 && !link.isObserver()) {
            ackedZxids[voter] = 0;
            syncs.answered(link.serverId(), 0);
            if (phase == Phase.SYNCHRONISATION) {
                supporterBits &= ~quorum.bit(link.serverId());
            }
        }
    }

    private List<LearnerLink> currentLinks() {
        return new ArrayList<>(links.values());
    }

    @Override
    public void answerRevalidate(long connection, LeaderMessage.Revalidated answer, Effects effects) {
        if (links.containsKey(connection)) {
            effects.send(connection, answer);
        }
    }

    @Override
    public void answerSync(long connection, Effects effects) {
        if (phase == Phase.BROADCAST && (connection == Input.AnswerSync.OWN || links.containsKey(connection))) {
            syncs.add(connection, lastProposedZxid);
            answerSyncs(effects);
        }
    }

    void pingAnswered(LearnerLink link, long round, Effects effects) {
        if (!link.isObserver()) {
            syncs.answered(link.serverId(), round);
            answerSyncs(effects);
        }
    }

    private void answerSyncs(Effects effects) {
        syncs.answer(committedZxid, effects);
        if (syncs.isRoundDue()) {
            ping(effects);
        }
    }

    @Override
    Followers followers() {
        int followers = 0;
        int nonVoting = 0;
        int observers = 0;
        for (LearnerLink link : links.values()) {
            if (link.isForwarded()) {
                if (link.isObserver()) {
                    observers++;
                } else {
                    followers++;
                    nonVoting += quorum.isVoter(link.serverId()) ? 0 : 1;
                }
            }
        }
        return new Followers(links.size(), followers, nonVoting, observers, syncs.size());
    }

    // ---- disk, election and what does not concern a leader

    @Override
    public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
        if (phase == Phase.OWN_ACCEPTANCE && epochs.isAcceptedDurably(epoch)) {
            startPhase(Phase.ACCEPTANCE);
            for (LearnerLink link : currentLinks()) {
                link.sendEpoch(effects);
            }
            support(config.serverId(), effects);
        } else {
            synchroniseSelf(effects);
        }
    }

    @Override
    public void truncated(long zxid, Effects effects) {
        synchroniseSelf(effects);
    }

    @Override
    public void notified(long fromServerId, Notification notification, Effects effects) {
        answerWithVote(fromServerId, notification, effects);
    }

    @Override
    public void snapshotInstalled(long zxid, Effects effects) {
        Check.that(false, "a leader installs no snapshot");
    }

    @Override
    public void snapshotFailed(Effects effects) {
        Check.that(false, "a leader installs no snapshot");
    }

    @Override
    public void leaderConnected(long serverId, long connection, Effects effects) {
        effects.disconnect(connection);
    }

    @Override
    public void leaderUnreachable(long serverId, Effects effects) {
        // nobody is waiting for it any more
    }

    @Override
    public void fromLeader(long connection, LeaderMessage message, Effects effects) {
        // from a connection that has been ended
    }
}
