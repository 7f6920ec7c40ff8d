package io.lyrebird.zab;

/**
 * What a node knows of its ensemble.
 *
 * @param serverId       of this server; it observes if it is no voter
 * @param quorum         who votes, and who decides
 * @param members        the ensemble as Apache writes it, a line for each server, without the version
 * @param membersVersion of that configuration; 0 as long as it comes from zoo.cfg alone
 */
public record ZabConfig(
        long serverId, QuorumRule quorum, String members, long membersVersion, Timing timing, Bounds bounds) {
    /** An ensemble of one. */
    public static ZabConfig standAlone(long serverId) {
        return new ZabConfig(
                serverId, QuorumRule.majority(serverId), "", 0, Timing.of(2000, 10, 5), Bounds.STAND_ALONE);
    }

    public ZabConfig withCounterMax(long counterMax) {
        return new ZabConfig(
                serverId,
                quorum,
                members,
                membersVersion,
                timing,
                new Bounds(bounds.recentTxnsMax(), bounds.diffTxnsMax(), counterMax));
    }

    boolean isVoter() {
        return quorum.isVoter(serverId);
    }

    /** The configuration as it travels in messages. */
    String config(long version) {
        return members + "version=" + Long.toHexString(version);
    }
}
