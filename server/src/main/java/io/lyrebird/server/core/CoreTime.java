package io.lyrebird.server.core;

/** The time of the input at hand. */
final class CoreTime {
    /** Never goes back; measures timeouts. */
    private long nowMs;
    /** The time of day; it is what clients see in stats. */
    private long wallMs;

    void set(long newNowMs, long newWallMs) {
        nowMs = newNowMs;
        wallMs = newWallMs;
    }

    long nowMs() {
        return nowMs;
    }

    long wallMs() {
        return wallMs;
    }
}
