package io.lyrebird.perf.machine;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits until nobody else uses the machine, for machines that are shared. */
public final class Quiet {
    /** What a machine that does nothing uses: kernel threads, timers, this program's own looking. */
    public static final double CORES_MAX = 0.15;

    private static final long LOOK_NANOS = 500_000_000L;
    private static final int QUIET_LOOKS = 3;

    /** Lets time pass; a test has its own. */
    interface Sleeper {
        void sleep(long nanos) throws InterruptedException;
    }

    private final Supplier<CpuTimes> times;
    private final Sleeper sleeper;

    public Quiet() {
        this(() -> CpuTimes.now(List.of()), TimeUnit.NANOSECONDS::sleep);
    }

    Quiet(Supplier<CpuTimes> times, Sleeper sleeper) {
        this.times = times;
        this.sleeper = sleeper;
    }

    /** True when the machine was idle for a while; false if it was not until the limit. */
    public boolean await(double limitSeconds) throws InterruptedException {
        long limitLooks = (long) (limitSeconds * 1e9 / LOOK_NANOS);
        int quietLooks = 0;
        CpuTimes before = times.get();
        for (long look = 0; look < limitLooks; look++) {
            sleeper.sleep(LOOK_NANOS);
            CpuTimes now = times.get();
            boolean quiet = now.since(before).otherNanos() <= CORES_MAX * LOOK_NANOS;
            before = now;
            quietLooks = quiet ? quietLooks + 1 : 0;
            if (quietLooks == QUIET_LOOKS) {
                return true;
            }
        }
        return false;
    }
}
