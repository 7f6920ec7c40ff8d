package io.lyrebird.perf.load;

import java.util.function.IntFunction;

/**
 * One run: what each connection asks for, when, and which part of the time is measured. A run whose workloads end by
 * themselves has no end of its own: {@link #untilDone}.
 */
public record LoadPlan(IntFunction<Workload> workloads, Pacing pacing, long warmUpNanos, long measureNanos) {
    private static final long FOREVER_NANOS = Long.MAX_VALUE / 4;

    /** Runs until every workload has nothing more to ask; all of it is measured. */
    public static LoadPlan untilDone(IntFunction<Workload> workloads, int window) {
        return new LoadPlan(workloads, new Pacing.Closed(window), 0, FOREVER_NANOS);
    }

    boolean endsByItself() {
        return measureNanos == FOREVER_NANOS;
    }
}
