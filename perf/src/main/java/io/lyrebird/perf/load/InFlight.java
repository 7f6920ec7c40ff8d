package io.lyrebird.perf.load;

import io.lyrebird.wire.Check;

/**
 * The requests of one connection that have no answer yet, oldest first: the protocol answers in order. A ring that
 * grows up to a limit, since an open loop does not wait for a slow server.
 */
final class InFlight {
    static final int CAPACITY_MAX = 1 << 16;

    private static final int CAPACITY_MIN = 4;

    private long[] startNanos = new long[CAPACITY_MIN];
    private byte[] operations = new byte[CAPACITY_MIN];
    private int head;
    private int size;

    /** The start is when the request was sent (closed loop) or when it was due (open loop). */
    void add(Operation operation, long start) {
        if (size == startNanos.length) {
            grow();
        }
        int at = head + size & startNanos.length - 1;
        startNanos[at] = start;
        operations[at] = (byte) operation.ordinal();
        size++;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == CAPACITY_MAX;
    }

    long oldestStartNanos() {
        Check.that(size > 0, "the oldest of no requests was asked for");
        return startNanos[head];
    }

    Operation oldestOperation() {
        Check.that(size > 0, "the oldest of no requests was asked for");
        return Operation.ALL.get(operations[head]);
    }

    void removeOldest() {
        Check.that(size > 0, "an answer came to no request");
        head = head + 1 & startNanos.length - 1;
        size--;
    }

    private void grow() {
        Check.that(size < CAPACITY_MAX, "more requests in flight than the limit");
        long[] moreStarts = new long[2 * size];
        byte[] moreOperations = new byte[2 * size];
        for (int i = 0; i < size; i++) {
            int at = head + i & size - 1;
            moreStarts[i] = startNanos[at];
            moreOperations[i] = operations[at];
        }
        startNanos = moreStarts;
        operations = moreOperations;
        head = 0;
    }
}
