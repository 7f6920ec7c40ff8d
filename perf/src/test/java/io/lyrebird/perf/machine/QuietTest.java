package io.lyrebird.perf.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** In simulated time: the others use two cores until a moment, then none. */
class QuietTest {
    private static final long SECOND = 1_000_000_000L;

    private long nowNanos;

    @Test
    void waitsUntilTheOthersAreDone() throws Exception {
        assertTrue(quietAfter(10 * SECOND).await(60));
        assertEquals(11.5, nowNanos / 1e9, 0.5, "a second and a half of quiet is enough");
    }

    @Test
    void givesUpAtTheLimit() throws Exception {
        assertFalse(quietAfter(100 * SECOND).await(60));
        assertEquals(60, nowNanos / 1e9, 0.5);
    }

    @Test
    void doesNotWaitWithoutPatience() throws Exception {
        assertFalse(quietAfter(0).await(0));
        assertEquals(0, nowNanos);
    }

    private Quiet quietAfter(long untilNanos) {
        return new Quiet(() -> new CpuTimes(0, 0, 2 * Math.min(nowNanos, untilNanos)), nanos -> nowNanos += nanos);
    }
}
