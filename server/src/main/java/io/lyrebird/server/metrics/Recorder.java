package io.lyrebird.server.metrics;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntSupplier;

/**
 * The counters of one thread. Only that thread writes; any thread may read, and sees what was written a moment ago.
 *
 * <p>A reset comes from another thread and is therefore only announced: the writer clears its counters when it next
 * writes, and readers take what is older than the reset for nothing.
 */
public final class Recorder {
    private static final int SUM = 0;
    private static final int COUNT = 1;
    private static final int MIN = 2;
    private static final int MAX = 3;
    private static final int LAST = 4;
    private static final int FIELDS = 5;

    private static final Counter[] COUNTERS = Counter.values();
    private static final Distribution[] DISTRIBUTIONS = Distribution.values();

    private final IntSupplier announcedReset;
    private final AtomicLongArray counts = new AtomicLongArray(COUNTERS.length);
    private final AtomicLongArray fields = new AtomicLongArray(DISTRIBUTIONS.length * FIELDS);
    private final AtomicLongArray[] buckets = new AtomicLongArray[DISTRIBUTIONS.length];
    private volatile int obeyedReset;

    Recorder(IntSupplier announcedReset) {
        this.announcedReset = announcedReset;
        this.obeyedReset = announcedReset.getAsInt();
        for (Distribution distribution : DISTRIBUTIONS) {
            if (distribution.hasPercentiles()) {
                buckets[distribution.ordinal()] = new AtomicLongArray(Buckets.COUNT);
            }
        }
    }

    public void count(Counter counter) {
        count(counter, 1);
    }

    public void count(Counter counter, long amount) {
        obeyReset();
        add(counts, counter.ordinal(), amount);
    }

    public void record(Distribution distribution, long value) {
        record(distribution, value, 1);
    }

    /** The same value, several times. */
    public void record(Distribution distribution, long value, int times) {
        obeyReset();
        int at = distribution.ordinal() * FIELDS;
        boolean first = fields.getPlain(at + COUNT) == 0;
        if (first || value < fields.getPlain(at + MIN)) {
            fields.setRelease(at + MIN, value);
        }
        if (first || value > fields.getPlain(at + MAX)) {
            fields.setRelease(at + MAX, value);
        }
        fields.setRelease(at + LAST, value);
        add(fields, at + SUM, value * times);
        add(fields, at + COUNT, times);
        AtomicLongArray histogram = buckets[distribution.ordinal()];
        if (histogram != null) {
            add(histogram, Buckets.of(value), times);
        }
    }

    private static void add(AtomicLongArray array, int index, long amount) {
        array.setRelease(index, array.getPlain(index) + amount);
    }

    private void obeyReset() {
        int announced = announcedReset.getAsInt();
        if (announced == obeyedReset) {
            return;
        }
        clear(counts);
        clear(fields);
        for (AtomicLongArray histogram : buckets) {
            if (histogram != null) {
                clear(histogram);
            }
        }
        obeyedReset = announced;
    }

    private static void clear(AtomicLongArray array) {
        for (int i = 0; i < array.length(); i++) {
            array.setRelease(i, 0);
        }
    }

    private boolean isOutdated() {
        return obeyedReset != announcedReset.getAsInt();
    }

    long read(Counter counter) {
        return isOutdated() ? 0 : counts.getAcquire(counter.ordinal());
    }

    void readInto(Distribution distribution, Summary.Sum sum) {
        int at = distribution.ordinal() * FIELDS;
        long count = fields.getAcquire(at + COUNT);
        if (count == 0 || isOutdated()) {
            return;
        }
        sum.add(
                count,
                fields.getAcquire(at + SUM),
                fields.getAcquire(at + MIN),
                fields.getAcquire(at + MAX),
                fields.getAcquire(at + LAST));
        AtomicLongArray histogram = buckets[distribution.ordinal()];
        if (histogram != null) {
            sum.addBuckets(histogram);
        }
    }
}
