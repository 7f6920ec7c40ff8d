package io.lyrebird.perf.load;

/**
 * When requests of a fixed rate are due: request i at the start plus i / rate, whatever became of the ones before it.
 * Several loops share a rate by taking every n-th request each. What could not be sent in time stays due at its time,
 * so that its latency counts the wait and a stall cannot hide.
 */
final class OpenLoopSchedule {
    private static final double NANOS_PER_SECOND = 1e9;

    private final long startNanos;
    private final double nanosPerRequest;
    private final int stride;
    private long index;

    OpenLoopSchedule(long startNanos, double ratePerSecond, int loop, int loops) {
        if (!(ratePerSecond > 0)) {
            throw new IllegalArgumentException("a rate is above 0 requests per second, not " + ratePerSecond);
        }
        this.startNanos = startNanos;
        this.nanosPerRequest = NANOS_PER_SECOND / ratePerSecond;
        this.stride = loops;
        this.index = loop;
    }

    /** When the next request that was not taken is due. */
    long nextDueNanos() {
        return startNanos + (long) (index * nanosPerRequest);
    }

    boolean isDue(long nowNanos) {
        return nextDueNanos() - nowNanos <= 0;
    }

    /** Takes the next request and says when it was due. */
    long take() {
        long due = nextDueNanos();
        index += stride;
        return due;
    }
}
