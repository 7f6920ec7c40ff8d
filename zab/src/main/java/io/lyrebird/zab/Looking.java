package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.PeerState;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Looks for a leader, by the rules of FastLeaderElection. Rounds put votes of the same time together; in a round every
 * server takes over the best vote it has heard of, until a quorum has the same; who comes late learns from those that
 * are out of the election already.
 *
 * <p>A server without a vote (an observer) listens by the same rules and proposes nobody.
 */
final class Looking extends RoleState {
    private static final long NONE = Long.MAX_VALUE;

    /** The votes of this round, by voter. */
    private final SortedMap<Long, Vote> votes = new TreeMap<>();
    /** What servers say that are out of the election, of whatever round, by voter. */
    private final SortedMap<Long, Vote> outOfElection = new TreeMap<>();

    private boolean electing;
    private Vote proposal;
    private long callIntervalMs;
    private long nextCallMs;
    /** When the proposal is elected, unless a better one comes. */
    private long decisionMs = NONE;

    Looking(ZabNode node) {
        super(node);
    }

    @Override
    public void start(long nowMs, Effects effects) {
        enter(effects);
    }

    @Override
    void enter(Effects effects) {
        // While a snapshot is being installed nobody can say what this server has.
        if (!history.isInstallPending()) {
            beginElection(effects);
        }
    }

    @Override
    void leave(Effects effects) {
        // the next role knows what to do with those in the lobby
    }

    @Override
    public void tick(long nowMs, Effects effects) {
        if (!electing) {
            return;
        }
        if (nowMs >= decisionMs) {
            conclude(proposal, effects);
        } else if (nowMs >= nextCallMs) {
            callIntervalMs = Math.min(callIntervalMs * 2, config.timing().notificationMaxMs());
            nextCallMs = nowMs + callIntervalMs;
            callForVotes(effects);
        }
    }

    @Override
    public void notified(long fromServerId, Notification notification, Effects effects) {
        QuorumRule quorum = config.quorum();
        if (!electing) {
            return;
        }
        if (!quorum.isVoter(fromServerId)) {
            answer(fromServerId, effects);
            return;
        }
        if (!quorum.isVoter(notification.leader())) {
            return;
        }
        nextCallMs = node.nowMs() + callIntervalMs;
        Vote vote = Vote.of(notification);
        switch (vote.state()) {
            case LOOKING -> hearCandidate(fromServerId, vote, effects);
            case FOLLOWING, LEADING -> hearEstablished(fromServerId, vote, effects);
            case OBSERVING -> {
                // an observer has no vote
            }
        }
    }

    private void beginElection(Effects effects) {
        electing = true;
        node.setRound(node.round() + 1);
        callIntervalMs = config.timing().notificationMinMs();
        nextCallMs = node.nowMs() + callIntervalMs;
        propose(ownVote(), effects);
        decideIfAgreed(effects);
    }

    private Vote ownVote() {
        return config.isVoter()
                ? vote(config.serverId(), history.lastLoggedZxid(), epochs.current())
                : vote(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    private Vote vote(long leader, long zxid, long peerEpoch) {
        return new Vote(leader, zxid, peerEpoch, node.round(), PeerState.LOOKING, Notification.VERSION);
    }

    private void propose(Vote vote, Effects effects) {
        proposal = vote.inRound(node.round()).as(PeerState.LOOKING);
        if (config.isVoter()) {
            votes.put(config.serverId(), proposal);
        }
        callForVotes(effects);
    }

    private void callForVotes(Effects effects) {
        for (int i = 0; i < config.quorum().voterCount(); i++) {
            if (config.quorum().voter(i) != config.serverId()) {
                answer(config.quorum().voter(i), effects);
            }
        }
    }

    private void answer(long serverId, Effects effects) {
        effects.sendVote(serverId, proposal.notification(config.config(config.membersVersion())));
    }

    private void hearCandidate(long fromServerId, Vote vote, Effects effects) {
        if (vote.round() < node.round()) {
            answer(fromServerId, effects);
            return;
        }
        if (vote.round() > node.round()) {
            node.setRound(vote.round());
            votes.clear();
            Vote own = ownVote();
            propose(vote.isBetterThan(own, config.quorum()) ? vote : own, effects);
        } else if (vote.isBetterThan(proposal, config.quorum())) {
            propose(vote, effects);
        }
        votes.put(fromServerId, vote);
        decideIfAgreed(effects);
    }

    private void decideIfAgreed(Effects effects) {
        long agreed = agreeing(votes, proposal);
        if (!config.quorum().isQuorum(agreed)) {
            decisionMs = NONE;
        } else if (agreed == config.quorum().allBits()) {
            conclude(proposal, effects);
        } else if (decisionMs == NONE) {
            decisionMs = node.nowMs() + config.timing().finalizeWaitMs();
        }
    }

    private void hearEstablished(long fromServerId, Vote vote, Effects effects) {
        if (vote.round() == node.round()) {
            votes.put(fromServerId, vote);
            if (isEstablished(votes, vote)) {
                conclude(vote, effects);
                return;
            }
        }
        outOfElection.put(fromServerId, vote);
        if (isEstablished(outOfElection, vote)) {
            node.setRound(vote.round());
            conclude(vote, effects);
        }
    }

    /** A quorum follows, and the leader itself says that it leads: it may have failed since (checkLeader). */
    private boolean isEstablished(SortedMap<Long, Vote> heard, Vote vote) {
        if (!config.quorum().isQuorum(agreeing(heard, vote))) {
            return false;
        }
        if (vote.leader() == config.serverId()) {
            return vote.round() == node.round();
        }
        Vote leaders = heard.get(vote.leader());
        return leaders != null && leaders.state() == PeerState.LEADING;
    }

    private long agreeing(SortedMap<Long, Vote> heard, Vote vote) {
        long bits = 0;
        for (SortedMap.Entry<Long, Vote> entry : heard.entrySet()) {
            if (entry.getValue().agreesWith(vote)) {
                bits |= config.quorum().bit(entry.getKey());
            }
        }
        return bits;
    }

    private void conclude(Vote vote, Effects effects) {
        if (vote.leader() == config.serverId()) {
            node.setVote(vote.as(PeerState.LEADING));
            node.become(new Leading(node), effects);
        } else if (config.isVoter()) {
            node.setVote(vote.as(PeerState.FOLLOWING));
            node.become(new Following(node, vote.leader()), effects);
        } else {
            node.setVote(vote.as(PeerState.OBSERVING));
            node.become(new Observing(node, vote.leader()), effects);
        }
    }

    @Override
    public void snapshotInstalled(long zxid, Effects effects) {
        beginElection(effects);
    }

    @Override
    public void snapshotFailed(Effects effects) {
        beginElection(effects);
    }

    @Override
    public void learnerConnected(long connection, Effects effects) {
        node.lobby().enter(connection);
    }

    @Override
    public void fromLearner(long connection, LearnerMessage message, Effects effects) {
        node.lobby().say(connection, message, effects);
    }

    @Override
    public void disconnected(long connection, Effects effects) {
        node.lobby().leave(connection);
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

    @Override
    public void durable(long zxid, Effects effects) {
        // the history knows
    }

    @Override
    public void truncated(long zxid, Effects effects) {
        // the history knows
    }

    @Override
    public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
        // the epochs know
    }
}
