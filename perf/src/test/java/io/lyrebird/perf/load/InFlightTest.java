package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InFlightTest {
    @Test
    void keepsTheOrderWhileItGrowsAndWraps() {
        InFlight inFlight = new InFlight();
        long added = 0;
        long removed = 0;
        Random64 random = new Random64(11);
        while (added < 10_000) {
            for (int i = random.below(20); i > 0; i--) {
                inFlight.add(Operation.ALL.get((int) (added % Operation.ALL.size())), added);
                added++;
            }
            for (int i = Math.min(random.below(18), inFlight.size()); i > 0; i--) {
                assertEquals(removed, inFlight.oldestStartNanos());
                assertEquals(Operation.ALL.get((int) (removed % Operation.ALL.size())), inFlight.oldestOperation());
                inFlight.removeOldest();
                removed++;
            }
        }
        assertEquals(added - removed, inFlight.size());
    }

    @Test
    void isFullAtItsLimit() {
        InFlight inFlight = new InFlight();
        for (int i = 0; i < InFlight.CAPACITY_MAX; i++) {
            assertFalse(inFlight.isFull());
            inFlight.add(Operation.GET_DATA, i);
        }
        assertTrue(inFlight.isFull());
        assertThrows(IllegalStateException.class, () -> inFlight.add(Operation.GET_DATA, 0));
    }

    @Test
    void anAnswerToNothingIsNoticed() {
        InFlight inFlight = new InFlight();
        assertThrows(IllegalStateException.class, inFlight::removeOldest);
        assertThrows(IllegalStateException.class, inFlight::oldestStartNanos);
    }
}
