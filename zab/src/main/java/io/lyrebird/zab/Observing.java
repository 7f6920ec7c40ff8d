package io.lyrebird.zab;

/** Observes a leader: gets what is committed, and has no vote. */
final class Observing extends Learning {
    Observing(ZabNode node, long leaderId) {
        super(node, leaderId);
    }

    @Override
    Role servingRole() {
        return Role.OBSERVING;
    }

    @Override
    void acknowledgeProposals(long afterZxid, long upToZxid, Effects effects) {
        // what comes to an observer is committed already
    }
}
