package io.lyrebird.dist;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, for a bounded time. */
final class Await {
    private static final Duration MAX = Duration.ofSeconds(30);

    private Await() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + MAX.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + MAX + ": " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
