package io.lyrebird.perf.load;

/** A cheap stream of numbers from a seed (splitmix64), one to a connection, so that a run can be repeated. */
public final class Random64 {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    public Random64(long seed) {
        state = seed;
    }

    public long next() {
        state += GOLDEN_GAMMA;
        long z = state;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** From 0 to below the bound. The bias is less than bound / 2^32. */
    public int below(int bound) {
        return (int) ((next() >>> 32) * bound >>> 32);
    }

    /** From 0 to below 1. */
    public double unit() {
        return (next() >>> 11) * 0x1.0p-53;
    }
}
