package io.lyrebird.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @Test
    void theRecordersOfAllThreadsAreAddedUp() throws Exception {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            Recorder recorder = metrics.newRecorder();
            threads[i] = new Thread(() -> {
                for (int n = 1; n <= 10_000; n++) {
                    recorder.count(Counter.PACKETS_SENT);
                    recorder.record(Distribution.FSYNC_TIME, n);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(40_000, metrics.total(Counter.PACKETS_SENT));
        Summary summary = metrics.summary(Distribution.FSYNC_TIME);
        assertEquals(40_000, summary.count());
        assertEquals(4 * 10_000L * 10_001 / 2, summary.sum());
        assertEquals(1, summary.min());
        assertEquals(10_000, summary.max());
        assertEquals(10_000, summary.last());
        assertEquals(5000.5, summary.average());
    }

    @Test
    void nothingMeasuredIsZero() {
        metrics.newRecorder();
        assertEquals(new Summary(0, 0, 0, 0, -1, 0, 0, 0, 0), metrics.summary(Distribution.READ_LATENCY));
        assertEquals(0.0, metrics.summary(Distribution.READ_LATENCY).average());
    }

    @Test
    void aResetHoldsForIdleRecordersToo() {
        Recorder busy = metrics.newRecorder();
        Recorder idle = metrics.newRecorder();
        for (Recorder recorder : new Recorder[] {busy, idle}) {
            recorder.count(Counter.COMMITS, 7);
            recorder.record(Distribution.READ_LATENCY, 70);
        }
        metrics.reset();
        assertEquals(0, metrics.total(Counter.COMMITS));
        assertEquals(0, metrics.requestLatency().count());
        busy.count(Counter.COMMITS);
        busy.record(Distribution.READ_LATENCY, 3);
        assertEquals(1, metrics.total(Counter.COMMITS));
        assertEquals(new Summary(1, 3, 3, 3, 3, 3, 3, 3, 3), metrics.summary(Distribution.READ_LATENCY));
    }

    @Test
    void percentilesAreExactForSmallValues() {
        Recorder recorder = metrics.newRecorder();
        for (int value = 0; value < 50; value++) {
            recorder.record(Distribution.UPDATE_LATENCY, value);
        }
        Summary summary = metrics.summary(Distribution.UPDATE_LATENCY);
        assertEquals(24, summary.p50());
        assertEquals(47, summary.p95());
        assertEquals(49, summary.p999());
    }

    @Test
    void aBucketHoldsItsValueToWithinFourPercent() {
        SplittableRandom random = new SplittableRandom(1);
        int before = -1;
        for (int bucket = 0; bucket < Buckets.COUNT; bucket++) {
            assertEquals(bucket, Buckets.of(Buckets.top(bucket)), "top of " + bucket);
            assertTrue(Buckets.top(bucket) > before, "tops rise");
            before = (int) Buckets.top(bucket);
        }
        assertEquals(Integer.MAX_VALUE, Buckets.top(Buckets.COUNT - 1));
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong(Integer.MAX_VALUE) >> random.nextInt(31);
            long top = Buckets.top(Buckets.of(value));
            assertTrue(top >= value && top <= value * 1.04, value + " in a bucket up to " + top);
        }
        assertEquals(Buckets.COUNT - 1, Buckets.of(Long.MAX_VALUE));
        assertEquals(0, Buckets.of(-5));
    }

    @Test
    void specialXidsLeaveTheLastRealOne() {
        ConnectionStats stats = new ConnectionStats(0);
        stats.answered("CREA", 7, 1, 0, 1);
        stats.answered("PING", -2, 1, 5, 5);
        assertEquals(7, stats.lastCxid());
        assertEquals("PING", stats.lastOperation());
        assertEquals(0, stats.latencyMinMs());
        assertEquals(1, stats.latencyMaxMs());
    }
}
