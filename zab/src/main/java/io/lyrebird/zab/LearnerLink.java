package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import java.util.ArrayDeque;
import java.util.Deque;

/** One learner, seen from its leader: where it stands in the phases, and what it has acknowledged (LearnerHandler). */
final class LearnerLink implements LearnerMessage.Handler<Effects> {
    private enum Stage {
        /** Nothing heard. */
        CONNECTED,
        /** It has said who it is, and waits for the epoch. */
        REGISTERED,
        EPOCH_SENT,
        /** It has accepted the epoch, and waits for a quorum to do so. */
        ACCEPTED,
        /** It is being sent our history; new proposals go to it as well. */
        SYNCHRONISING,
        /** It has acknowledged NEWLEADER: history and epoch are on its disk. */
        SYNCHRONISED,
        /** It has been told UPTODATE. */
        FOLLOWING
    }

    private record SentPing(long round, long zxid) {}

    private static final long NOTHING = Long.MAX_VALUE;
    private static final int UNANSWERED_PINGS_MAX = 100;

    private final Leading leading;
    private final long connection;
    /** Pings that are not answered. */
    private final Deque<SentPing> pings = new ArrayDeque<>();

    private Stage stage = Stage.CONNECTED;
    private long serverId = Long.MIN_VALUE;
    private boolean observer;
    private long learnerZxid;
    private long lastHeardMs;
    /** The proposal whose acknowledgement is being waited for, and since when. */
    private long awaitedZxid = NOTHING;

    private long awaitedSinceMs;

    LearnerLink(Leading leading, long connection) {
        this.leading = leading;
        this.connection = connection;
        lastHeardMs = leading.node.nowMs();
    }

    long connection() {
        return connection;
    }

    long serverId() {
        return serverId;
    }

    boolean isObserver() {
        return observer;
    }

    void heard(long nowMs) {
        lastHeardMs = nowMs;
    }

    /** Said nothing, or not acknowledged a proposal, for longer than it may. */
    boolean isSilent(long nowMs) {
        Timing timing = leading.config.timing();
        long limitMs = stage == Stage.FOLLOWING ? timing.syncLimitMs() : timing.initLimitMs();
        return nowMs - lastHeardMs > limitMs || awaitedZxid != NOTHING && nowMs - awaitedSinceMs > timing.syncLimitMs();
    }

    // ---- what it says

    @Override
    public void learnerInfo(LearnerMessage.LearnerInfo message, Effects effects) {
        if (stage != Stage.CONNECTED
                || message.protocolVersion() < LearnerMessage.LearnerInfo.PROTOCOL_VERSION
                || message.serverId() == leading.config.serverId()
                || !Zxid.isEpoch(message.acceptedEpoch() + 1)
                || message.configVersion() > leading.config.membersVersion()) {
            leading.drop(this, effects);
            return;
        }
        stage = Stage.REGISTERED;
        serverId = message.serverId();
        observer = message.observer();
        leading.replaceEarlier(this, effects);
        if (!observer && leading.config.quorum().isVoter(serverId)) {
            leading.discover(this, message.acceptedEpoch(), effects);
        } else {
            sendEpoch(effects);
        }
    }

    /** Once the epoch is durably ours. */
    void sendEpoch(Effects effects) {
        if (stage == Stage.REGISTERED && leading.phase().compareTo(Leading.Phase.ACCEPTANCE) >= 0) {
            stage = Stage.EPOCH_SENT;
            effects.send(
                    connection,
                    new LeaderMessage.LeaderInfo(leading.epoch(), LearnerMessage.LearnerInfo.PROTOCOL_VERSION));
        }
    }

    @Override
    public void ackEpoch(LearnerMessage.AckEpoch message, Effects effects) {
        if (stage != Stage.EPOCH_SENT) {
            leading.drop(this, effects);
            return;
        }
        learnerZxid = message.lastZxid();
        boolean counted = message.currentEpoch() != LearnerMessage.AckEpoch.NOT_COUNTED;
        if (leading.phase() == Leading.Phase.ACCEPTANCE && counted) {
            if (leading.isAheadOfLeader(message.currentEpoch(), learnerZxid)) {
                leading.drop(this, effects);
                return;
            }
            stage = Stage.ACCEPTED;
            if (!observer) {
                leading.support(serverId, effects);
            }
        } else {
            stage = Stage.ACCEPTED;
        }
        synchronise(effects);
    }

    /** Bring it to our history: the plan, what is missing, and only then NEWLEADER (ZOOKEEPER-3104). */
    void synchronise(Effects effects) {
        if (stage != Stage.ACCEPTED || leading.phase().compareTo(Leading.Phase.SYNCHRONISATION) < 0) {
            return;
        }
        stage = Stage.SYNCHRONISING;
        History history = leading.history;
        long pointZxid = leading.syncPointZxid();
        SyncPlan plan = SyncPlan.choose(
                history.log(),
                learnerZxid,
                pointZxid,
                history.deliveredZxid(),
                leading.initialEpoch(),
                leading.config.bounds().diffTxnsMax());
        switch (plan.kind()) {
            case DIFF -> effects.send(connection, new LeaderMessage.Diff(pointZxid));
            case TRUNC -> effects.send(connection, new LeaderMessage.Trunc(plan.startZxid()));
            case SNAP -> {
                effects.send(connection, new LeaderMessage.Snap(plan.startZxid()));
                effects.streamSnapshot(connection);
            }
        }
        history.sendCommitted(connection, plan.startZxid(), pointZxid, effects);
        if (!observer) {
            sendOutstanding(history.recent(), Math.max(pointZxid, plan.startZxid()), effects);
        }
        long newLeaderZxid = Zxid.of(leading.epoch(), 0);
        long membersVersion = leading.config.membersVersion();
        effects.send(
                connection,
                new LeaderMessage.NewLeader(
                        newLeaderZxid, leading.config.config(membersVersion == 0 ? newLeaderZxid : membersVersion)));
    }

    /** A late joiner gets every proposal after its sync point. */
    private void sendOutstanding(TxnRing recent, long afterZxid, Effects effects) {
        for (int i = recent.indexAfter(afterZxid); i < recent.size(); i++) {
            effects.send(connection, new LeaderMessage.Proposal(recent.zxid(i), recent.txn(i)));
        }
    }

    @Override
    public void ack(LearnerMessage.Ack message, Effects effects) {
        if (message.zxid() == Zxid.of(leading.epoch(), 0)) {
            ackNewLeader(effects);
        } else if (stage.compareTo(Stage.SYNCHRONISED) < 0 || message.zxid() > leading.lastProposedZxid()) {
            // before NEWLEADER's it would count for a history that is not on its disk (ZOOKEEPER-4685)
            leading.drop(this, effects);
        } else if (!observer) {
            ackProposal(message.zxid(), effects);
        }
    }

    private void ackNewLeader(Effects effects) {
        if (stage.compareTo(Stage.SYNCHRONISING) < 0) {
            leading.drop(this, effects);
        } else if (stage == Stage.SYNCHRONISING) {
            stage = Stage.SYNCHRONISED;
            established(effects);
            if (!observer) {
                leading.support(serverId, effects);
            }
        }
        // and a second one after UPTODATE, which Apache's learners send, says nothing new
    }

    private void ackProposal(long zxid, Effects effects) {
        if (zxid >= awaitedZxid) {
            long lastProposedZxid = leading.lastProposedZxid();
            awaitedZxid = zxid < lastProposedZxid ? lastProposedZxid : NOTHING;
            awaitedSinceMs = leading.node.nowMs();
        }
        leading.acked(serverId, zxid, effects);
    }

    /** The leader has its quorum. */
    void established(Effects effects) {
        if (stage == Stage.SYNCHRONISED && leading.phase() == Leading.Phase.BROADCAST) {
            stage = Stage.FOLLOWING;
            effects.send(connection, new LeaderMessage.UpToDate());
        }
    }

    @Override
    public void pingReply(LearnerMessage.PingReply message, Effects effects) {
        if (!pings.isEmpty() && pings.peekFirst().zxid() == message.zxid()) {
            leading.pingAnswered(this, pings.removeFirst().round(), effects);
        }
        effects.receivedFromLearner(connection, serverId, message);
    }

    @Override
    public void request(LearnerMessage.Request message, Effects effects) {
        passOn(message, effects);
    }

    @Override
    public void revalidate(LearnerMessage.Revalidate message, Effects effects) {
        passOn(message, effects);
    }

    private void passOn(LearnerMessage message, Effects effects) {
        if (stage == Stage.FOLLOWING) {
            effects.receivedFromLearner(connection, serverId, message);
        } else {
            leading.drop(this, effects);
        }
    }

    // ---- what it is told

    void propose(LeaderMessage.Proposal proposal, Effects effects) {
        if (!observer && isForwarded()) {
            if (awaitedZxid == NOTHING && stage.compareTo(Stage.SYNCHRONISED) >= 0) {
                awaitedZxid = proposal.zxid();
                awaitedSinceMs = leading.node.nowMs();
            }
            effects.send(connection, proposal);
        }
    }

    void commit(LeaderMessage.Commit commit, byte[] txn, Effects effects) {
        if (isForwarded()) {
            if (observer) {
                effects.send(connection, new LeaderMessage.Inform(commit.zxid(), txn));
            } else {
                effects.send(connection, commit);
            }
        }
    }

    /** Only who has been told UPTODATE answers, and each of them in its turn. */
    void ping(LeaderMessage.Ping ping, long round, Effects effects) {
        if (stage == Stage.FOLLOWING) {
            if (pings.size() >= UNANSWERED_PINGS_MAX) {
                return;
            }
            pings.addLast(new SentPing(round, ping.zxid()));
        }
        if (isForwarded()) {
            effects.send(connection, ping);
        }
    }

    /** It gets what is proposed, or committed. */
    boolean isForwarded() {
        return stage.compareTo(Stage.SYNCHRONISING) >= 0;
    }
}
