package io.lyrebird.zab;

import io.lyrebird.wire.peer.LearnerMessage;

/** Follows a leader, with a vote on its proposals. */
final class Following extends Learning {
    private long ackedZxid;

    Following(ZabNode node, long leaderId) {
        super(node, leaderId);
    }

    @Override
    Role servingRole() {
        return Role.FOLLOWING;
    }

    /** One for each, as Apache's leaders count them. They are all of one epoch, so that their zxids have no gap. */
    @Override
    void acknowledgeProposals(long afterZxid, long upToZxid, Effects effects) {
        for (long zxid = Math.max(ackedZxid, afterZxid) + 1; zxid <= upToZxid; zxid++) {
            tell(new LearnerMessage.Ack(zxid), effects);
            ackedZxid = zxid;
        }
    }
}
