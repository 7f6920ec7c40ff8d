package io.lyrebird.server.net;

import java.util.concurrent.atomic.AtomicInteger;

/** How many requests of all clients are with the core (Apache's globalOutstandingLimit). */
final class OutstandingLimit {
    private final int max;
    private final AtomicInteger outstanding = new AtomicInteger();

    OutstandingLimit(int max) {
        this.max = max;
    }

    /** Whether clients that have requests on their way have to wait. */
    boolean isReached() {
        return outstanding.get() > max;
    }

    void add() {
        outstanding.incrementAndGet();
    }

    void remove(int count) {
        outstanding.addAndGet(-count);
    }

    int outstanding() {
        return outstanding.get();
    }
}
