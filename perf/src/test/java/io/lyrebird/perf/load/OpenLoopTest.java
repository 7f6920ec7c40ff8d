package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The accounting of an open loop, in simulated time. */
class OpenLoopTest {
    private static final long MILLI = 1_000_000;

    @Test
    void requestsAreDueAtTheRateWhateverHappensBetween() {
        OpenLoopSchedule schedule = new OpenLoopSchedule(5 * MILLI, 1000, 0, 1);
        assertFalse(schedule.isDue(5 * MILLI - 1));
        assertTrue(schedule.isDue(5 * MILLI));
        for (int i = 0; i < 100; i++) {
            assertEquals((5 + i) * MILLI, schedule.take());
        }
    }

    @Test
    void aRateThatDividesNoSecondDoesNotDrift() {
        OpenLoopSchedule schedule = new OpenLoopSchedule(0, 30_000, 0, 1);
        for (int i = 0; i < 30_000 * 60; i++) {
            schedule.take();
        }
        assertEquals(60_000 * MILLI, schedule.nextDueNanos(), 1);
    }

    @Test
    void loopsShareARateWithoutGapsOrDoubles() {
        OpenLoopSchedule even = new OpenLoopSchedule(0, 1000, 0, 2);
        OpenLoopSchedule odd = new OpenLoopSchedule(0, 1000, 1, 2);
        for (int i = 0; i < 10; i += 2) {
            assertEquals(i * MILLI, even.take());
            assertEquals((i + 1) * MILLI, odd.take());
        }
    }

    /**
     * A server that answers within a millisecond, but stands still for a second of ten. A request a millisecond is due;
     * a thousand of them wait, half a second in the mean, and the histogram must say so.
     */
    @Test
    void aStallShowsInThePercentilesOfARateAndNotOfAClosedLoop() {
        Histogram open = simulate(true);
        assertEquals(10_000, open.getTotalCount());
        assertEquals(1000 * MILLI, open.getMaxValue(), 2 * MILLI);
        assertEquals(500 * MILLI, open.getValueAtPercentile(95), 20 * MILLI);
        assertEquals(MILLI, open.getValueAtPercentile(89), MILLI / 100);

        Histogram closed = simulate(false);
        assertEquals(MILLI, closed.getValueAtPercentile(99.9), MILLI / 100, "the one slow request hides");
    }

    private static Histogram simulate(boolean openLoop) {
        long stallFrom = 4000 * MILLI;
        long stallUntil = 5000 * MILLI;
        long end = 10_000 * MILLI;
        Tally tally = new Tally(openLoop, 0, end);
        OpenLoopSchedule schedule = new OpenLoopSchedule(0, 1000, 0, 1);
        InFlight inFlight = new InFlight();
        ArrayDeque<Long> arrivals = new ArrayDeque<>();
        for (long now = 0; now < end + 1000 * MILLI; now += MILLI) {
            while (!arrivals.isEmpty() && arrivals.peek() <= now) {
                arrivals.remove();
                tally.answered(inFlight.oldestOperation(), inFlight.oldestStartNanos(), now, 0);
                inFlight.removeOldest();
            }
            if (openLoop) {
                while (schedule.isDue(now) && schedule.nextDueNanos() < end) {
                    inFlight.add(Operation.GET_DATA, schedule.take());
                    arrivals.add(answeredAt(now, stallFrom, stallUntil));
                }
            } else if (inFlight.isEmpty() && now < end) {
                inFlight.add(Operation.GET_DATA, now);
                arrivals.add(answeredAt(now, stallFrom, stallUntil));
            }
        }
        return tally.sample().get(Operation.GET_DATA);
    }

    private static long answeredAt(long now, long stallFrom, long stallUntil) {
        return now >= stallFrom && now < stallUntil ? stallUntil : now + MILLI;
    }

    @Test
    void anOpenLoopCountsWhatWasDueInTheMeasuredTimeHoweverLateTheAnswer() {
        Tally tally = new Tally(true, 100, 200);
        tally.answered(Operation.GET_DATA, 99, 150, 0);
        tally.answered(Operation.GET_DATA, 100, 150, 0);
        tally.answered(Operation.GET_DATA, 199, 5000, 0);
        tally.answered(Operation.GET_DATA, 200, 5000, 0);
        Histogram counted = tally.sample().get(Operation.GET_DATA);
        assertEquals(2, counted.getTotalCount());
        assertEquals(50, counted.getMinValue());
        assertTrue(counted.valuesAreEquivalent(4801, counted.getMaxValue()));
    }

    @Test
    void aClosedLoopCountsAnswersThatArriveInTheMeasuredTime() {
        Tally tally = new Tally(false, 100, 200);
        tally.answered(Operation.SET_DATA, 10, 99, 0);
        tally.answered(Operation.SET_DATA, 10, 100, 0);
        tally.answered(Operation.SET_DATA, 150, 199, 0);
        tally.answered(Operation.SET_DATA, 150, 200, 0);
        Map<Operation, Histogram> sample = tally.sample();
        assertEquals(2, sample.get(Operation.SET_DATA).getTotalCount());
        assertEquals(1, sample.size());
    }

    @Test
    void aSampleHoldsWhatCameSinceTheLast() {
        Tally tally = Tally.ofAll();
        tally.answered(Operation.EXISTS, 0, 10, 0);
        assertEquals(1, tally.sample().get(Operation.EXISTS).getTotalCount());
        assertTrue(tally.sample().isEmpty());
    }

    @Test
    void errorsAreCountedByCodeAndNotTimed() {
        Tally tally = Tally.ofAll();
        tally.answered(Operation.EXISTS, 0, 10, -101);
        tally.answered(Operation.EXISTS, 0, 10, -101);
        tally.answered(Operation.CREATE, 0, 10, -110);
        assertTrue(tally.sample().isEmpty());
        assertEquals(Map.of(-101, 2L, -110, 1L), tally.errors());
    }

    @Test
    void aRequestWithoutAnAnswerTookAtLeastUntilTheEnd() {
        Tally tally = new Tally(true, 0, 100);
        tally.unanswered(Operation.SET_DATA, 50, 10_050);
        assertEquals(1, tally.unansweredCount());
        Histogram counted = tally.sample().get(Operation.SET_DATA);
        assertTrue(counted.valuesAreEquivalent(10_000, counted.getMaxValue()));
    }

    @Test
    void aRateOfNothingIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new OpenLoopSchedule(0, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Pacing.Open(-1));
        assertThrows(IllegalArgumentException.class, () -> new Pacing.Closed(0));
    }
}
