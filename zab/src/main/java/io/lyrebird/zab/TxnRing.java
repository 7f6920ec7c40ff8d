package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/** Txns in zxid order, added at one end and dropped at the other, without an object for each. */
final class TxnRing {
    private static final int CAPACITY_MIN = 16;

    private long[] zxids = new long[CAPACITY_MIN];
    private byte[][] txns = new byte[CAPACITY_MIN][];
    private int head;
    private int size;

    int size() {
        return size;
    }

    long zxid(int index) {
        return zxids[slot(index)];
    }

    byte[] txn(int index) {
        return txns[slot(index)];
    }

    void addLast(long zxid, byte[] txn) {
        if (size == zxids.length) {
            grow();
        }
        size++;
        int slot = slot(size - 1);
        zxids[slot] = zxid;
        txns[slot] = txn;
    }

    void removeFirst() {
        Check.that(size > 0, "there is a first txn");
        txns[head] = null;
        head = head + 1 & zxids.length - 1;
        size--;
    }

    void removeLast() {
        Check.that(size > 0, "there is a last txn");
        txns[slot(size - 1)] = null;
        size--;
    }

    /** The index of the first txn after this zxid; the size if there is none. */
    int indexAfter(long zxid) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (zxid(middle) <= zxid) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int slot(int index) {
        Check.that(index >= 0 && index < size, "a txn's index is within the ring");
        return head + index & zxids.length - 1;
    }

    private void grow() {
        long[] largerZxids = new long[zxids.length * 2];
        byte[][] largerTxns = new byte[txns.length * 2][];
        int untilWrap = zxids.length - head;
        System.arraycopy(zxids, head, largerZxids, 0, untilWrap);
        System.arraycopy(zxids, 0, largerZxids, untilWrap, head);
        System.arraycopy(txns, head, largerTxns, 0, untilWrap);
        System.arraycopy(txns, 0, largerTxns, untilWrap, head);
        zxids = largerZxids;
        txns = largerTxns;
        head = 0;
    }
}
