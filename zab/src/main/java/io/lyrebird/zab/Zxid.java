package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/** A zxid is the epoch of the leader that proposed it (upper 32 bits) and that leader's counter (lower 32 bits). */
public final class Zxid {
    /** The counter's last value. No txn ever gets it: see {@link ZabConfig#counterMax()}. */
    public static final long COUNTER_MAX = 0xffff_ffffL;

    private static final long EPOCH_MAX = Integer.MAX_VALUE;

    private Zxid() {}

    public static long of(long epoch, long counter) {
        Check.that(isEpoch(epoch), "an epoch is within 31 bits");
        Check.that(counter >= 0 && counter <= COUNTER_MAX, "a zxid's counter is within 32 bits");
        return epoch << 32 | counter;
    }

    public static boolean isEpoch(long epoch) {
        return epoch >= 0 && epoch <= EPOCH_MAX;
    }

    public static long epoch(long zxid) {
        return zxid >>> 32;
    }

    public static long counter(long zxid) {
        return zxid & COUNTER_MAX;
    }

    /** No txn can be missing between the two: the next of the same epoch, or the first of a later one. */
    public static boolean follows(long zxid, long previous) {
        return zxid == previous + 1 && counter(zxid) != 0 || epoch(zxid) > epoch(previous) && counter(zxid) == 1;
    }

    /** {@code epoch:counter}, both in hex, for people. */
    public static String text(long zxid) {
        return Long.toHexString(epoch(zxid)) + ":" + Long.toHexString(counter(zxid));
    }
}
