package io.lyrebird.perf.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Counts and times the answers of one loop. A closed loop counts an answer that arrives in the measured time; an open
 * loop one whose request was due in it, however late the answer. Written by the loop, sampled by any thread.
 */
final class Tally {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long LATENCY_MAX_NANOS = 3_600_000_000_000L;

    private final SingleWriterRecorder[] recorders = new SingleWriterRecorder[Operation.ALL.size()];
    private final Map<Integer, Long> errors = new TreeMap<>();
    private final boolean countsByStart;
    private final long fromNanos;
    private final long untilNanos;
    private long unanswered;

    Tally(boolean countsByStart, long fromNanos, long untilNanos) {
        this.countsByStart = countsByStart;
        this.fromNanos = fromNanos;
        this.untilNanos = untilNanos;
        for (int i = 0; i < recorders.length; i++) {
            recorders[i] = new SingleWriterRecorder(1, LATENCY_MAX_NANOS, SIGNIFICANT_DIGITS);
        }
    }

    static Tally ofAll() {
        return new Tally(false, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    void answered(Operation operation, long startNanos, long nowNanos, int error) {
        if (!counts(startNanos, nowNanos)) {
            return;
        }
        if (error != 0) {
            fail(error);
            return;
        }
        record(operation, nowNanos - startNanos);
    }

    /** A request that still has no answer when the run gives up: it took at least until now. */
    void unanswered(Operation operation, long startNanos, long nowNanos) {
        if (countsByStart && counts(startNanos, nowNanos)) {
            record(operation, nowNanos - startNanos);
        }
        synchronized (errors) {
            unanswered++;
        }
    }

    private void record(Operation operation, long latencyNanos) {
        recorders[operation.ordinal()].recordValue(Math.max(0, Math.min(latencyNanos, LATENCY_MAX_NANOS)));
    }

    private boolean counts(long startNanos, long nowNanos) {
        long decides = countsByStart ? startNanos : nowNanos;
        return fromNanos <= decides && decides < untilNanos;
    }

    private void fail(int error) {
        synchronized (errors) {
            errors.merge(error, 1L, Long::sum);
        }
    }

    /** What was recorded since the last sample. */
    Map<Operation, Histogram> sample() {
        Map<Operation, Histogram> sample = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.ALL) {
            Histogram histogram = recorders[operation.ordinal()].getIntervalHistogram();
            if (histogram.getTotalCount() > 0) {
                sample.put(operation, histogram);
            }
        }
        return sample;
    }

    Map<Integer, Long> errors() {
        synchronized (errors) {
            return new TreeMap<>(errors);
        }
    }

    long unansweredCount() {
        synchronized (errors) {
            return unanswered;
        }
    }
}
