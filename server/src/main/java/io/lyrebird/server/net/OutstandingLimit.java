package io.lyrebird.server.net;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How many requests of all clients are with the core (Apache's globalOutstandingLimit), and how long they are. */
final class OutstandingLimit {
    private final int max;
    private final long bytesMax;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    OutstandingLimit(int max, long bytesMax) {
        this.max = max;
        this.bytesMax = bytesMax;
    }

    /** Whether clients that have requests on their way have to wait. */
    boolean isReached() {
        return outstanding.get() > max || isFull();
    }

    /** Whether everybody has to wait: there is no memory for more. */
    boolean isFull() {
        return bytes.get() > bytesMax;
    }

    void add(int requestBytes) {
        outstanding.incrementAndGet();
        bytes.addAndGet(requestBytes);
    }

    void remove(int count, long requestBytes) {
        outstanding.addAndGet(-count);
        bytes.addAndGet(-requestBytes);
    }

    int outstanding() {
        return outstanding.get();
    }

    long bytes() {
        return bytes.get();
    }
}
