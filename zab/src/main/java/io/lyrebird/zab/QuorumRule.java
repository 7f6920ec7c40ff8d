package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import java.util.Arrays;

/**
 * Which servers vote, and which sets of them decide. A set is a bit for each voter, in the order of their ids, so that
 * counting acknowledgements allocates nothing.
 */
public abstract class QuorumRule {
    private static final int VOTERS_MAX = 63;

    private final long[] voters;

    QuorumRule(long[] voterIds) {
        voters = voterIds.clone();
        Arrays.sort(voters);
        Check.that(voters.length > 0 && voters.length <= VOTERS_MAX, "an ensemble has between 1 and 63 voters");
        for (int i = 1; i < voters.length; i++) {
            Check.that(voters[i] != voters[i - 1], "a server votes once");
        }
    }

    /** More than half of the voters, each with the same weight. */
    public static QuorumRule majority(long... voterIds) {
        return new MajorityRule(voterIds);
    }

    /** Whether two sets for which this is true always have a server in common is up to the configuration. */
    public abstract boolean isQuorum(long voterBits);

    /** A server of weight 0 takes part, but is never voted for. */
    abstract boolean canLead(long serverId);

    final int voterCount() {
        return voters.length;
    }

    final long voter(int index) {
        return voters[index];
    }

    /** Negative if the server does not vote. */
    final int indexOf(long serverId) {
        return Arrays.binarySearch(voters, serverId);
    }

    final boolean isVoter(long serverId) {
        return indexOf(serverId) >= 0;
    }

    /** The bit of a voter; nothing for a server that does not vote. */
    final long bit(long serverId) {
        int index = indexOf(serverId);
        return index < 0 ? 0 : 1L << index;
    }

    final long allBits() {
        return (1L << voters.length) - 1;
    }

    /** The highest zxid that a quorum has acknowledged; {@code ackedZxids} has one for each voter. */
    final long committed(long[] ackedZxids) {
        long best = 0;
        for (long candidate : ackedZxids) {
            if (candidate > best && isQuorum(bitsAtLeast(ackedZxids, candidate))) {
                best = candidate;
            }
        }
        return best;
    }

    private static long bitsAtLeast(long[] ackedZxids, long zxid) {
        long bits = 0;
        for (int i = 0; i < ackedZxids.length; i++) {
            if (ackedZxids[i] >= zxid) {
                bits |= 1L << i;
            }
        }
        return bits;
    }
}
