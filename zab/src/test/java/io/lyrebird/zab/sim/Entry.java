package io.lyrebird.zab.sim;

import io.lyrebird.zab.Zxid;

/** A txn of the simulation: its number is all there is to it, and no two have the same. */
record Entry(long zxid, long number) {
    byte[] txn() {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >>> 8 * i);
        }
        return bytes;
    }

    static Entry of(long zxid, byte[] txn) {
        long number = 0;
        for (int i = 0; i < txn.length; i++) {
            number |= (txn[i] & 0xffL) << 8 * i;
        }
        return new Entry(zxid, number);
    }

    @Override
    public String toString() {
        return Zxid.text(zxid) + "#" + number;
    }
}
