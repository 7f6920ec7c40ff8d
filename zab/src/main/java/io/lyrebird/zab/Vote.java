package io.lyrebird.zab;

import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.PeerState;

/**
 * Whom a server wants to lead, or follows.
 *
 * @param zxid      the last txn of that server when it was voted for
 * @param peerEpoch the current epoch of that server; once it leads, the epoch it leads
 * @param round     of the election it was given in
 * @param state     of the voter
 * @param version   of the message it came in
 */
record Vote(long leader, long zxid, long peerEpoch, long round, PeerState state, int version) {
    static Vote of(Notification notification) {
        return new Vote(
                notification.leader(),
                notification.zxid(),
                notification.peerEpoch(),
                notification.round(),
                notification.state(),
                notification.version());
    }

    Notification notification(String config) {
        return new Notification(state, leader, zxid, round, peerEpoch, Notification.VERSION, config);
    }

    Vote inRound(long newRound) {
        return new Vote(leader, zxid, peerEpoch, newRound, state, version);
    }

    Vote inEpoch(long newPeerEpoch) {
        return new Vote(leader, zxid, newPeerEpoch, round, state, version);
    }

    Vote as(PeerState newState) {
        return new Vote(leader, zxid, peerEpoch, round, newState, version);
    }

    /** The order of votes: who has the latest epoch, then the latest txn, then the highest id. */
    boolean isBetterThan(Vote other, QuorumRule quorum) {
        if (!quorum.canLead(leader)) {
            return false;
        }
        if (peerEpoch != other.peerEpoch) {
            return peerEpoch > other.peerEpoch;
        }
        return zxid != other.zxid ? zxid > other.zxid : leader > other.leader;
    }

    /**
     * Votes for the same leader. Of servers that are out of the election only leader and epoch count, since they may
     * have come to it in different rounds (ZOOKEEPER-1805); and where one of them is from before 3.4.6, only the leader
     * (ZOOKEEPER-1732).
     */
    boolean agreesWith(Vote other) {
        if (leader != other.leader) {
            return false;
        }
        if (state == PeerState.LOOKING || other.state == PeerState.LOOKING) {
            return zxid == other.zxid && round == other.round && peerEpoch == other.peerEpoch;
        }
        return version > 0 != other.version > 0 || peerEpoch == other.peerEpoch;
    }
}
