package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OutstandingWritesTest {
    private final OutstandingWrites writes = new OutstandingWrites();

    @Test
    void itIsAQueueHoweverItGrowsAndWraps() {
        SplittableRandom random = new SplittableRandom(1);
        Deque<Integer> model = new ArrayDeque<>();
        long bytes = 0;
        for (int step = 0; step < 20_000; step++) {
            boolean growing = step / 1000 % 2 == 0;
            if (model.isEmpty() || random.nextInt(3) < (growing ? 2 : 1)) {
                model.add(step);
                writes.add(step, step + 1, step + 2, step + 3);
                bytes += step + 3;
            } else {
                int xid = model.remove();
                assertEquals(xid + 1, writes.firstOpCode());
                assertEquals(xid + 2, writes.firstArrivedMs());
                assertEquals(xid + 3, writes.firstLength());
                writes.remove(xid);
                bytes -= xid + 3;
            }
            assertEquals(model.size(), writes.size());
            assertEquals(bytes, writes.bytes());
        }
    }

    @Test
    void aReplyOutOfOrderBreaksAnInvariant() {
        writes.add(1, 0, 0, 0);
        writes.add(2, 0, 0, 0);
        assertThrows(IllegalStateException.class, () -> writes.remove(2));
    }
}
