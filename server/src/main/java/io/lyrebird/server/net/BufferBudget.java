package io.lyrebird.server.net;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that connections may hold all together: what was received and is not served yet, and what the clients have
 * not taken yet. Each connection has bounds of its own, but many connections together could still take everything.
 *
 * <p>When there is too much of it, the loops that hold more than their share give up the connections that hold most.
 */
final class BufferBudget {
    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();
    private volatile List<ClientLoop> loops = List.of();

    BufferBudget(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Whose connections count. */
    void loops(List<ClientLoop> all) {
        loops = List.copyOf(all);
    }

    /** By any loop, when its connections hold more or less than before. */
    void change(long difference) {
        if (bytes.addAndGet(difference) > bytesMax && difference > 0) {
            loops.forEach(ClientLoop::shedSoon);
        }
    }

    boolean isExceeded() {
        return bytes.get() > bytesMax;
    }

    /** How much a loop, which holds that much, has to give up. */
    long excess(long heldByLoop) {
        long overShare = heldByLoop - bytesMax / loops.size();
        return Math.min(overShare, bytes.get() - bytesMax);
    }

    long bytes() {
        return bytes.get();
    }
}
