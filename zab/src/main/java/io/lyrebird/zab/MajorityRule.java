package io.lyrebird.zab;

/** More than half of the voters. */
final class MajorityRule extends QuorumRule {
    MajorityRule(long[] voterIds) {
        super(voterIds);
    }

    @Override
    public boolean isQuorum(long voterBits) {
        return Long.bitCount(voterBits) > voterCount() / 2;
    }

    @Override
    boolean canLead(long serverId) {
        return isVoter(serverId);
    }
}
