package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;

/**
 * One server of an ensemble, as a state machine: {@link #step} is the only way in, {@link Effects} the only way out. One
 * thread at a time.
 */
public final class ZabNode {
    private final ZabConfig config;
    private final History history;
    private final Epochs epochs;
    private final Lobby lobby = new Lobby();
    private final Bookkeeping bookkeeping = new Bookkeeping();
    private RoleState role;
    private Role toldRole = Role.LOOKING;
    private boolean started;
    private long nowMs;
    /** The highest epoch that any server is known to have accepted. */
    private long highestEpoch;
    /** Of the last election (FastLeaderElection's logical clock). */
    private long round;
    /** What the last election came to; asked for by others while this server leads or follows. */
    private Vote vote;
    /** What the disk has cannot be brought to a leader's history by a DIFF or TRUNC: ask for a snapshot. */
    private boolean snapshotNeeded;

    public ZabNode(ZabConfig config, Persisted persisted) {
        this.config = config;
        history = new History(persisted, config.bounds().recentTxnsMax());
        epochs = new Epochs(persisted);
        role = new Looking(this);
    }

    public void step(Input input, Effects effects) {
        input.dispatch(bookkeeping, effects);
        input.dispatch(role, effects);
    }

    /** An established leader, and its epoch has zxids left. */
    public boolean canPropose() {
        return role.canPropose();
    }

    /** The zxid the next {@link Input.Propose} must have; only while {@link #canPropose()}. */
    public long nextZxid() {
        return role.nextZxid();
    }

    public long lastLoggedZxid() {
        return history.lastLoggedZxid();
    }

    public long deliveredZxid() {
        return history.deliveredZxid();
    }

    public long acceptedEpoch() {
        return epochs.accepted();
    }

    public long currentEpoch() {
        return epochs.current();
    }

    /** The server that leads, as far as this one knows: not established yet, perhaps. -1 while looking. */
    public long leaderId() {
        return role instanceof Looking ? -1 : vote.leader();
    }

    public Followers followers() {
        return role.followers();
    }

    /** As last told by {@link Effects#roleChanged}. */
    public Role role() {
        return toldRole;
    }

    ZabConfig config() {
        return config;
    }

    History history() {
        return history;
    }

    Epochs epochs() {
        return epochs;
    }

    Lobby lobby() {
        return lobby;
    }

    long nowMs() {
        return nowMs;
    }

    long highestEpoch() {
        return highestEpoch;
    }

    void noteEpoch(long acceptedEpoch) {
        highestEpoch = Math.max(highestEpoch, acceptedEpoch);
    }

    long round() {
        return round;
    }

    void setRound(long newRound) {
        round = newRound;
    }

    Vote vote() {
        return vote;
    }

    void setVote(Vote newVote) {
        vote = newVote;
    }

    boolean isSnapshotNeeded() {
        return snapshotNeeded;
    }

    void setSnapshotNeeded(boolean needed) {
        snapshotNeeded = needed;
    }

    void become(RoleState next, Effects effects) {
        role.leave(effects);
        role = next;
        next.enter(effects);
    }

    void lookAgain(Effects effects) {
        if (toldRole != Role.LOOKING) {
            tell(Role.LOOKING, effects);
        }
        become(new Looking(this), effects);
    }

    /** The role serves from now on; its epoch is what this server's vote says to those that ask (ZOOKEEPER-1732). */
    void serve(Role serving, Effects effects) {
        vote = vote.inEpoch(epochs.current());
        tell(serving, effects);
    }

    private void tell(Role told, Effects effects) {
        toldRole = told;
        effects.roleChanged(told, epochs.current());
    }

    /** What an input means in every role, before the role acts on it. */
    private final class Bookkeeping implements Input.Handler {
        @Override
        public void start(long startMs, Effects effects) {
            Check.that(!started, "a node starts once");
            started = true;
            nowMs = startMs;
        }

        @Override
        public void tick(long tickMs, Effects effects) {
            checkStarted();
            Check.that(tickMs >= nowMs, "time never goes back");
            nowMs = tickMs;
        }

        @Override
        public void propose(long zxid, byte[] txn, Effects effects) {
            checkStarted();
        }

        @Override
        public void durable(long zxid, Effects effects) {
            checkStarted();
            history.durable(zxid);
        }

        @Override
        public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
            checkStarted();
            epochs.durable(acceptedEpoch, currentEpoch);
        }

        @Override
        public void truncated(long zxid, Effects effects) {
            checkStarted();
            history.truncated(zxid);
        }

        @Override
        public void snapshotInstalled(long zxid, Effects effects) {
            checkStarted();
            history.snapshotInstalled(zxid);
            snapshotNeeded = false;
        }

        @Override
        public void snapshotFailed(Effects effects) {
            checkStarted();
            history.snapshotFailed();
        }

        @Override
        public void logDropped(long zxid, Effects effects) {
            checkStarted();
            history.dropped(zxid);
        }

        @Override
        public void notified(long fromServerId, Notification notification, Effects effects) {
            checkStarted();
        }

        @Override
        public void leaderConnected(long serverId, long connection, Effects effects) {
            checkStarted();
        }

        @Override
        public void leaderUnreachable(long serverId, Effects effects) {
            checkStarted();
        }

        @Override
        public void learnerConnected(long connection, Effects effects) {
            checkStarted();
        }

        @Override
        public void fromLearner(long connection, LearnerMessage message, Effects effects) {
            checkStarted();
        }

        @Override
        public void fromLeader(long connection, LeaderMessage message, Effects effects) {
            checkStarted();
        }

        @Override
        public void disconnected(long connection, Effects effects) {
            checkStarted();
        }

        @Override
        public void forward(LearnerMessage message, Effects effects) {
            checkStarted();
        }

        @Override
        public void answerRevalidate(long connection, LeaderMessage.Revalidated answer, Effects effects) {
            checkStarted();
        }

        @Override
        public void answerSync(long connection, Effects effects) {
            checkStarted();
        }

        private void checkStarted() {
            Check.that(started, "a node starts before anything else happens to it");
        }
    }
}
