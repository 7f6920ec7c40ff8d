package io.lyrebird.server.net;

import io.lyrebird.wire.Check;

/** The requests of one connection that are with the core, in order: a ring that is allocated when there is one. */
final class OutstandingWrites {
    private static final int CAPACITY_MIN = 4;

    private int[] xids;
    private int[] opCodes;
    private long[] arrivedMs;
    private int[] lengths;
    private int first;
    private int size;
    private long bytes;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** How long they are together. */
    long bytes() {
        return bytes;
    }

    void add(int xid, int opCode, long nowMs, int length) {
        if (xids == null || size == xids.length) {
            grow();
        }
        int at = (first + size) & (xids.length - 1);
        xids[at] = xid;
        opCodes[at] = opCode;
        arrivedMs[at] = nowMs;
        lengths[at] = length;
        bytes += length;
        size++;
    }

    private void grow() {
        int capacity = xids == null ? CAPACITY_MIN : 2 * xids.length;
        int[] newXids = new int[capacity];
        int[] newOpCodes = new int[capacity];
        long[] newArrivedMs = new long[capacity];
        int[] newLengths = new int[capacity];
        for (int i = 0; i < size; i++) {
            int from = (first + i) & (xids.length - 1);
            newXids[i] = xids[from];
            newOpCodes[i] = opCodes[from];
            newArrivedMs[i] = arrivedMs[from];
            newLengths[i] = lengths[from];
        }
        xids = newXids;
        opCodes = newOpCodes;
        arrivedMs = newArrivedMs;
        lengths = newLengths;
        first = 0;
    }

    int firstOpCode() {
        return opCodes[first];
    }

    long firstArrivedMs() {
        return arrivedMs[first];
    }

    int firstLength() {
        return lengths[first];
    }

    /** The oldest request has been answered. */
    void remove(int xid) {
        Check.that(size > 0 && xids[first] == xid, "a reply does not answer the oldest request of its connection");
        bytes -= lengths[first];
        first = (first + 1) & (xids.length - 1);
        size--;
    }
}
