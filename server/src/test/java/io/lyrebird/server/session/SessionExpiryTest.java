package io.lyrebird.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SessionExpiryTest {
    private static final long TICK_MS = 2000;

    private final SessionExpiry expiry = new SessionExpiry(TICK_MS);

    @Test
    void sessionExpiresOnTheTickAfterItsTimeout() {
        expiry.touch(7, 4000, 100);

        assertEquals(List.of(), expiry.expire(5999));
        assertEquals(List.of(7L), expiry.expire(6000));
        assertEquals(List.of(), expiry.expire(100_000));
    }

    @Test
    void touchGivesTheWholeTimeoutAgain() {
        expiry.touch(7, 4000, 0);
        expiry.touch(7, 4000, 5000);

        assertEquals(List.of(), expiry.expire(9000));
        assertEquals(List.of(7L), expiry.expire(10_000));
    }

    @Test
    void removedSessionDoesNotExpire() {
        expiry.touch(7, 4000, 0);
        expiry.remove(7);

        assertEquals(List.of(), expiry.expire(1_000_000));
    }

    @Test
    void sessionsOfOneTickExpireTogetherAndNeverBeforeTheirTimeout() {
        Random random = new Random(11);
        Map<Long, Long> timeouts = new HashMap<>();
        long nowMs = 0;
        for (int i = 0; i < 20_000; i++) {
            nowMs += random.nextInt(50);
            long id = random.nextInt(200);
            if (random.nextInt(5) == 0) {
                expiry.remove(id);
                timeouts.remove(id);
            } else {
                int timeoutMs = 4000 + random.nextInt(8000);
                expiry.touch(id, timeoutMs, nowMs);
                timeouts.put(id, (nowMs + timeoutMs) / TICK_MS * TICK_MS + TICK_MS);
            }
            TreeSet<Long> due = new TreeSet<>();
            for (Map.Entry<Long, Long> e : timeouts.entrySet()) {
                if (e.getValue() <= nowMs) {
                    due.add(e.getKey());
                }
            }
            timeouts.keySet().removeAll(due);
            assertEquals(due, new TreeSet<>(expiry.expire(nowMs)), "at step " + i);
        }
    }
}
