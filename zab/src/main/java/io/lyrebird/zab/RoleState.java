package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.PeerState;

/**
 * What a node does with its inputs in one role. Every transition is a call of {@link ZabNode#become} or
 * {@link ZabNode#lookAgain}.
 */
abstract class RoleState implements Input.Handler {
    final ZabNode node;
    final ZabConfig config;
    final History history;
    final Epochs epochs;

    RoleState(ZabNode node) {
        this.node = node;
        config = node.config();
        history = node.history();
        epochs = node.epochs();
    }

    /** The role begins. */
    abstract void enter(Effects effects);

    /** The role ends: it lets go of its connections. */
    abstract void leave(Effects effects);

    boolean canPropose() {
        return false;
    }

    long nextZxid() {
        throw new IllegalStateException("only an established leader gives zxids");
    }

    Followers followers() {
        return Followers.NONE;
    }

    @Override
    public void start(long nowMs, Effects effects) {
        throw new IllegalStateException("a node starts once");
    }

    @Override
    public void propose(long zxid, byte[] txn, Effects effects) {
        Check.that(false, "only an established leader proposes");
    }

    @Override
    public final void logDropped(long zxid, Effects effects) {
        // the history knows
    }

    /** Of a role that is out of the election: tell who asks whom it follows. */
    final void answerWithVote(long fromServerId, Notification notification, Effects effects) {
        if (notification.state() == PeerState.LOOKING || !config.quorum().isVoter(fromServerId)) {
            effects.sendVote(fromServerId, node.vote().notification(config.config(config.membersVersion())));
        }
    }

    @Override
    public void answerRevalidate(long connection, LeaderMessage.Revalidated answer, Effects effects) {
        // the learner has gone with the role
    }

    @Override
    public void answerSync(long connection, Effects effects) {
        // the learner has gone with the role
    }

    @Override
    public void forward(LearnerMessage message, Effects effects) {
        // lost with the role: whoever asked has been told by roleChanged
    }
}
