package io.lyrebird.perf.load;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a run measured.
 *
 * @param histograms latencies in nanoseconds of what was answered without error in the measured time
 * @param intervals the same, in the pieces in which it was sampled
 * @param measuredNanos the length of the measured time
 * @param errors how often each error code was answered
 * @param unanswered requests that had no answer when the run gave up waiting
 */
public record LoadResult(
        Map<Operation, Histogram> histograms,
        List<Interval> intervals,
        long measuredNanos,
        Map<Integer, Long> errors,
        long unanswered) {
    /** A piece of a run, by the wall clock. */
    public record Interval(long fromMs, long untilMs, Map<Operation, Histogram> histograms) {}

    public long count() {
        return histograms.values().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    public double throughputPerSecond() {
        return count() * 1e9 / measuredNanos;
    }

    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** All operations in one histogram. */
    public Histogram overall() {
        Histogram sum = new Histogram(3);
        histograms.values().forEach(sum::add);
        return sum;
    }

    static void addTo(Map<Operation, Histogram> sums, Map<Operation, Histogram> sample) {
        sample.forEach((operation, histogram) ->
                sums.computeIfAbsent(operation, any -> new Histogram(3)).add(histogram));
    }

    static Map<Operation, Histogram> nothing() {
        return new EnumMap<>(Operation.class);
    }
}
