package io.lyrebird.compat.support;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waiting for a condition of another process, with a bound. */
public final class Await {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Await() {}

    /** Returns once the condition holds; fails with what was waited for when it does not within the limit. */
    public static void until(String what, Duration limit, Callable<Boolean> condition) throws Exception {
        if (!holdsWithin(limit, condition)) {
            throw new AssertionError("not within " + limit.toMillis() + " ms: " + what);
        }
    }

    /** Whether the condition came to hold within the limit. */
    public static boolean holdsWithin(Duration limit, Callable<Boolean> condition) throws Exception {
        long endNanos = System.nanoTime() + limit.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - endNanos > 0) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
