package io.lyrebird.server.metrics;

/**
 * Buckets for values from 0 on: exact up to 63, then 32 to each power of two, so that a value is known to about 3 %.
 */
final class Buckets {
    private static final int EXACT = 64;
    private static final int PER_OCTAVE = 32;
    private static final int OCTAVE_BITS = 5;
    private static final int VALUE_BITS = 31;

    static final int COUNT = EXACT + (VALUE_BITS - 6) * PER_OCTAVE;

    private Buckets() {}

    static int of(long value) {
        if (value < EXACT) {
            return (int) Math.max(value, 0);
        }
        if (value > Integer.MAX_VALUE) {
            return COUNT - 1;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - OCTAVE_BITS;
        return EXACT + (shift - 1) * PER_OCTAVE + (int) (value >>> shift) - PER_OCTAVE;
    }

    /** The largest value of a bucket. */
    static long top(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int shift = (bucket - EXACT) / PER_OCTAVE + 1;
        long leading = (bucket - EXACT) % PER_OCTAVE + PER_OCTAVE;
        return ((leading + 1) << shift) - 1;
    }
}
