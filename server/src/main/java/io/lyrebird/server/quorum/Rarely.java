package io.lyrebird.server.quorum;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Says one kind of trouble at once, and then at most once in a while: nobody from outside can fill the log. */
final class Rarely {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Logger log;
    private final LongSupplier nanoClock;
    private boolean said;
    private long saidNanos;
    private long unsaid;

    Rarely(Logger log, LongSupplier nanoClock) {
        this.log = log;
        this.nanoClock = nanoClock;
    }

    void warn(String what) {
        long unsaidBefore;
        synchronized (this) {
            long now = nanoClock.getAsLong();
            if (said && now - saidNanos < QUIET_NANOS) {
                unsaid++;
                log.debug("{}", what);
                return;
            }
            said = true;
            saidNanos = now;
            unsaidBefore = unsaid;
            unsaid = 0;
        }
        log.warn("{}{}", what, unsaidBefore == 0 ? "" : " (and " + unsaidBefore + " more like it since)");
    }
}
