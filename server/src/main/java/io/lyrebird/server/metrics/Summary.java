package io.lyrebird.server.metrics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What is known of a {@link Distribution}; all zero while nothing was measured.
 *
 * @param last one of the values measured last, -1 if there is none
 */
public record Summary(long count, long sum, long min, long max, long last, long p50, long p95, long p99, long p999) {

    /** The mean, rounded to four digits as ZooKeeper reports it. */
    public double average() {
        if (count == 0) {
            return 0;
        }
        return BigDecimal.valueOf(sum / (double) count)
                .setScale(4, RoundingMode.HALF_UP)
                .doubleValue();
    }

    /** Adds up the recorders. */
    static final class Sum {
        private final long[] histogram = new long[Buckets.COUNT];
        private long count;
        private long sum;
        private long min = Long.MAX_VALUE;
        private long max;
        private long last = -1;

        void add(long moreCount, long moreSum, long otherMin, long otherMax, long otherLast) {
            count += moreCount;
            sum += moreSum;
            min = Math.min(min, otherMin);
            max = Math.max(max, otherMax);
            last = otherLast;
        }

        void addBuckets(AtomicLongArray more) {
            for (int i = 0; i < histogram.length; i++) {
                histogram[i] += more.getAcquire(i);
            }
        }

        Summary summary() {
            return new Summary(
                    count,
                    sum,
                    count == 0 ? 0 : min,
                    max,
                    last,
                    percentile(0.5),
                    percentile(0.95),
                    percentile(0.99),
                    percentile(0.999));
        }

        private long percentile(double share) {
            long total = 0;
            for (long inBucket : histogram) {
                total += inBucket;
            }
            long wanted = (long) Math.ceil(total * share);
            long seen = 0;
            for (int i = 0; i < histogram.length && total > 0; i++) {
                seen += histogram[i];
                if (seen >= wanted) {
                    return Math.min(Buckets.top(i), max);
                }
            }
            return 0;
        }
    }
}
