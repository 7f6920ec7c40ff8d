package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * How much of something there may be.
 *
 * @param recentTxnsMax committed txns kept in memory for learners that come back (Apache's commitLogCount)
 * @param diffTxnsMax   a learner that misses more txns than this is sent a snapshot
 * @param counterMax    the last counter a leader gives to a txn of its epoch; after it comes a new epoch
 */
public record Bounds(int recentTxnsMax, long diffTxnsMax, long counterMax) {
    public static final Bounds DEFAULT = new Bounds(500, 100_000, Zxid.COUNTER_MAX - 1);

    /** Nobody will come back. */
    public static final Bounds STAND_ALONE = new Bounds(0, 0, Zxid.COUNTER_MAX - 1);

    public Bounds {
        Check.that(recentTxnsMax >= 0 && diffTxnsMax >= 0, "a bound is not negative");
        Check.that(counterMax > 0 && counterMax < Zxid.COUNTER_MAX, "an epoch ends before its counter does");
    }
}
