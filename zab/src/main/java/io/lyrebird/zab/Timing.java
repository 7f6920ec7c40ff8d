package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * How long things may take.
 *
 * @param tickMs            the unit of the next two
 * @param initLimitTicks    for a learner to connect and to get in step
 * @param syncLimitTicks    for a learner to be silent, or a proposal to be without answer
 * @param finalizeWaitMs    for a better vote to come after a quorum agrees; none if all agree
 * @param notificationMinMs between two calls for votes, at first; doubled each time
 * @param notificationMaxMs between two calls for votes, at last
 * @param connectRetryMs    before a leader that could not be reached is tried again
 */
public record Timing(
        int tickMs,
        int initLimitTicks,
        int syncLimitTicks,
        int finalizeWaitMs,
        int notificationMinMs,
        int notificationMaxMs,
        int connectRetryMs) {
    public Timing {
        Check.that(tickMs > 0 && initLimitTicks > 0 && syncLimitTicks > 0, "limits are positive");
        Check.that(finalizeWaitMs >= 0 && connectRetryMs >= 0, "a wait is not negative");
        Check.that(notificationMinMs > 0 && notificationMaxMs >= notificationMinMs, "votes are called for at times");
    }

    /** Apache's defaults for what zoo.cfg does not say. */
    public static Timing of(int tickMs, int initLimitTicks, int syncLimitTicks) {
        return new Timing(tickMs, initLimitTicks, syncLimitTicks, 200, 200, 60_000, 100);
    }

    long initLimitMs() {
        return (long) tickMs * initLimitTicks;
    }

    long syncLimitMs() {
        return (long) tickMs * syncLimitTicks;
    }
}
