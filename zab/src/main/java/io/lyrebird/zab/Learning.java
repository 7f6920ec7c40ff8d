package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;

/**
 * Follows or observes a leader: accepts its epoch, takes over its history, and goes on with what it sends. Whatever goes
 * wrong on the way ends in another election.
 *
 * <p>The order that loses nothing: the history is durable, then the current epoch is, then NEWLEADER is acknowledged
 * (ZOOKEEPER-3911, 4643, 4646). Commits that come before UPTODATE are only noted: the leader does not have its quorum
 * yet, and the tree gets nothing that could be taken back (ZOOKEEPER-3023).
 */
abstract class Learning extends RoleState implements LeaderMessage.Handler<Effects> {
    private enum Stage {
        CONNECTING,
        /** It knows us, and chooses its epoch. */
        REGISTERED,
        /** The epoch is being written. */
        ACCEPTING,
        /** The leader compares histories. */
        ACCEPTED,
        INSTALLING_SNAPSHOT,
        SYNCHRONISING,
        /** NEWLEADER has come: history and epoch are being written. */
        ACKNOWLEDGING,
        /** NEWLEADER is acknowledged. */
        ACKNOWLEDGED,
        SERVING
    }

    private static final long NO_CONNECTION = -1;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int CONNECT_TRIES_MAX = 5;

    private final long leaderId;
    private long connection = NO_CONNECTION;
    private Stage stage = Stage.CONNECTING;
    private long lastHeardMs;
    private long retryMs = NEVER;
    private int connectTries;
    private long epoch;
    private boolean epochAcceptedBefore;
    /** Up to here our history is the leader's. */
    private long sharedZxid;
    /** {@link #sharedZxid} when NEWLEADER came. */
    private long newLeaderZxid;
    /** Committed, once the leader has its quorum. */
    private long committedZxid;

    Learning(ZabNode node, long leaderId) {
        super(node);
        this.leaderId = leaderId;
    }

    abstract Role servingRole();

    /** NEWLEADER is acknowledged, or more of the log is durable: of the leader's own epoch, not committed before. */
    abstract void acknowledgeProposals(long afterZxid, long upToZxid, Effects effects);

    @Override
    void enter(Effects effects) {
        lastHeardMs = node.nowMs();
        node.lobby().dismiss(effects);
        effects.connect(leaderId);
    }

    @Override
    void leave(Effects effects) {
        if (connection != NO_CONNECTION) {
            effects.disconnect(connection);
            connection = NO_CONNECTION;
        }
    }

    final void tell(LearnerMessage message, Effects effects) {
        effects.send(connection, message);
    }

    // ---- connection and time

    @Override
    public void leaderConnected(long serverId, long newConnection, Effects effects) {
        if (stage != Stage.CONNECTING || serverId != leaderId) {
            effects.disconnect(newConnection);
            return;
        }
        connection = newConnection;
        lastHeardMs = node.nowMs();
        stage = Stage.REGISTERED;
        tell(
                new LearnerMessage.LearnerInfo(
                        !config.isVoter(),
                        epochs.accepted(),
                        config.serverId(),
                        LearnerMessage.LearnerInfo.PROTOCOL_VERSION,
                        config.membersVersion()),
                effects);
    }

    @Override
    public void leaderUnreachable(long serverId, Effects effects) {
        if (stage != Stage.CONNECTING || serverId != leaderId) {
            return;
        }
        connectTries++;
        if (connectTries >= CONNECT_TRIES_MAX) {
            node.lookAgain(effects);
        } else {
            retryMs = node.nowMs() + config.timing().connectRetryMs();
        }
    }

    @Override
    public void disconnected(long ended, Effects effects) {
        if (ended == connection) {
            connection = NO_CONNECTION;
            node.lookAgain(effects);
        }
    }

    @Override
    public void tick(long nowMs, Effects effects) {
        long limitMs = stage == Stage.SERVING
                ? config.timing().syncLimitMs()
                : config.timing().initLimitMs();
        if (stage != Stage.INSTALLING_SNAPSHOT && nowMs - lastHeardMs > limitMs) {
            node.lookAgain(effects);
        } else if (stage == Stage.CONNECTING && nowMs >= retryMs) {
            retryMs = NEVER;
            effects.connect(leaderId);
        }
    }

    @Override
    public void fromLeader(long from, LeaderMessage message, Effects effects) {
        if (from == connection) {
            lastHeardMs = node.nowMs();
            message.dispatch(this, effects);
        }
    }

    // ---- the epoch

    @Override
    public void leaderInfo(LeaderMessage.LeaderInfo message, Effects effects) {
        if (stage != Stage.REGISTERED || message.epoch() < epochs.accepted() || !Zxid.isEpoch(message.epoch() + 1)) {
            node.lookAgain(effects);
            return;
        }
        stage = Stage.ACCEPTING;
        epoch = message.epoch();
        epochAcceptedBefore = epoch == epochs.accepted();
        if (!epochAcceptedBefore) {
            epochs.accept(epoch, effects);
        }
        acceptEpoch(effects);
    }

    /** The promise is durable before it is given. Given twice, it does not count: the leader may have failed between. */
    private void acceptEpoch(Effects effects) {
        if (stage != Stage.ACCEPTING || !epochs.isAcceptedDurably(epoch)) {
            return;
        }
        stage = Stage.ACCEPTED;
        if (node.isSnapshotNeeded()) {
            // no leader has this zxid, nor can truncate to it
            tell(new LearnerMessage.AckEpoch(LearnerMessage.AckEpoch.NOT_COUNTED, Zxid.of(epoch + 1, 0)), effects);
        } else {
            int counted = epochAcceptedBefore ? LearnerMessage.AckEpoch.NOT_COUNTED : Math.toIntExact(epochs.current());
            tell(new LearnerMessage.AckEpoch(counted, history.lastLoggedZxid()), effects);
        }
    }

    // ---- the leader's history

    @Override
    public void diff(LeaderMessage.Diff message, Effects effects) {
        if (stage != Stage.ACCEPTED || node.isSnapshotNeeded()) {
            node.lookAgain(effects);
            return;
        }
        share(history.lastLoggedZxid());
    }

    @Override
    public void trunc(LeaderMessage.Trunc message, Effects effects) {
        LogIndex log = history.log();
        boolean isEpochStart = Zxid.counter(message.zxid()) == 0 && !log.contains(message.zxid());
        long zxid = isEpochStart ? log.before(message.zxid()) : message.zxid();
        if (stage != Stage.ACCEPTED || node.isSnapshotNeeded() || zxid < history.committedZxid()) {
            node.lookAgain(effects);
        } else if (zxid < history.deliveredZxid() || !log.contains(zxid)) {
            // An image of a leader that never got its quorum, perhaps: it cannot be cut, only be replaced.
            node.setSnapshotNeeded(true);
            node.lookAgain(effects);
        } else {
            history.truncateAfter(zxid, effects);
            share(zxid);
        }
    }

    @Override
    public void snap(LeaderMessage.Snap message, Effects effects) {
        if (stage != Stage.ACCEPTED || message.zxid() < history.committedZxid()) {
            node.lookAgain(effects);
            return;
        }
        stage = Stage.INSTALLING_SNAPSHOT;
        history.installSnapshot(connection, message.zxid(), effects);
    }

    @Override
    public void snapshotInstalled(long zxid, Effects effects) {
        Check.that(stage == Stage.INSTALLING_SNAPSHOT, "the snapshot installed is this leader's");
        lastHeardMs = node.nowMs();
        share(zxid);
    }

    @Override
    public void snapshotFailed(Effects effects) {
        node.lookAgain(effects);
    }

    private void share(long zxid) {
        stage = Stage.SYNCHRONISING;
        sharedZxid = zxid;
        committedZxid = zxid;
    }

    @Override
    public void proposal(LeaderMessage.Proposal message, Effects effects) {
        log(message.zxid(), message.txn(), effects);
    }

    @Override
    public void commit(LeaderMessage.Commit message, Effects effects) {
        commit(message.zxid(), effects);
    }

    @Override
    public void inform(LeaderMessage.Inform message, Effects effects) {
        if (log(message.zxid(), message.txn(), effects)) {
            commit(message.zxid(), effects);
        }
    }

    /** False if that was the end of this role. */
    private boolean log(long zxid, byte[] txn, Effects effects) {
        if (stage.compareTo(Stage.SYNCHRONISING) >= 0
                && zxid <= sharedZxid
                && history.log().contains(zxid)) {
            return true;
        }
        if (stage.compareTo(Stage.SYNCHRONISING) < 0 || !Zxid.follows(zxid, sharedZxid)) {
            // a hole: never log it, it would spread when this server leads (ZOOKEEPER-4785, 4925)
            node.setSnapshotNeeded(node.isSnapshotNeeded() || stage == Stage.SYNCHRONISING);
            node.lookAgain(effects);
            return false;
        }
        boolean isLogged = history.log().contains(zxid) && history.log().before(zxid) == sharedZxid;
        if (!isLogged) {
            history.truncateAfter(sharedZxid, effects);
            history.append(zxid, txn, effects);
        }
        sharedZxid = zxid;
        return true;
    }

    private void commit(long zxid, Effects effects) {
        if (stage.compareTo(Stage.SYNCHRONISING) < 0 || zxid > sharedZxid) {
            node.lookAgain(effects);
            return;
        }
        committedZxid = Math.max(committedZxid, zxid);
        if (stage == Stage.SERVING) {
            history.deliver(committedZxid, effects);
        }
    }

    @Override
    public void newLeader(LeaderMessage.NewLeader message, Effects effects) {
        if (stage != Stage.SYNCHRONISING || message.zxid() != Zxid.of(epoch, 0)) {
            node.lookAgain(effects);
            return;
        }
        stage = Stage.ACKNOWLEDGING;
        history.truncateAfter(sharedZxid, effects);
        newLeaderZxid = sharedZxid;
        acknowledge(effects);
    }

    private void acknowledge(Effects effects) {
        if (stage == Stage.ACKNOWLEDGING && history.isDurable(newLeaderZxid)) {
            if (epochs.current() < epoch) {
                epochs.enter(epoch, effects);
            } else if (epochs.isEnteredDurably(epoch)) {
                stage = Stage.ACKNOWLEDGED;
                tell(new LearnerMessage.Ack(Zxid.of(epoch, 0)), effects);
            }
        }
        if (stage.compareTo(Stage.ACKNOWLEDGED) >= 0) {
            acknowledgeProposals(
                    Math.max(Zxid.of(epoch, 0), Math.min(committedZxid, newLeaderZxid)),
                    Math.min(history.durableZxid(), sharedZxid),
                    effects);
        }
    }

    @Override
    public void upToDate(LeaderMessage.UpToDate message, Effects effects) {
        if (stage != Stage.ACKNOWLEDGED) {
            node.lookAgain(effects);
            return;
        }
        stage = Stage.SERVING;
        history.deliver(committedZxid, effects);
        tell(new LearnerMessage.Ack(Zxid.of(epoch, 0)), effects);
        node.serve(servingRole(), effects);
    }

    // ---- serving

    @Override
    public void ping(LeaderMessage.Ping message, Effects effects) {
        // Not before UPTODATE, as with Apache's learners: a leader counts answers from there.
        if (stage == Stage.SERVING) {
            tell(new LearnerMessage.PingReply(message.zxid(), effects.takeTouches()), effects);
        }
    }

    @Override
    public void syncDone(LeaderMessage.SyncDone message, Effects effects) {
        effects.receivedFromLeader(message);
    }

    @Override
    public void revalidated(LeaderMessage.Revalidated message, Effects effects) {
        effects.receivedFromLeader(message);
    }

    @Override
    public void forward(LearnerMessage message, Effects effects) {
        if (stage == Stage.SERVING) {
            tell(message, effects);
        }
    }

    // ---- disk

    @Override
    public void durable(long zxid, Effects effects) {
        acknowledge(effects);
    }

    @Override
    public void truncated(long zxid, Effects effects) {
        acknowledge(effects);
    }

    @Override
    public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
        acceptEpoch(effects);
        acknowledge(effects);
    }

    // ---- election, and what only concerns a leader

    @Override
    public void notified(long fromServerId, Notification notification, Effects effects) {
        answerWithVote(fromServerId, notification, effects);
    }

    @Override
    public void learnerConnected(long newConnection, Effects effects) {
        effects.disconnect(newConnection);
    }

    @Override
    public void fromLearner(long from, LearnerMessage message, Effects effects) {
        // from a connection that has been ended
    }
}
