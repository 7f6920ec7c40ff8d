package io.lyrebird.perf.load;

import io.netty.buffer.ByteBuf;

/** Values of one size, cut from a pool of random bytes: cheap to make, and no engine gains by compressing them. */
final class Payload {
    private static final int POOL_BYTES = 1 << 16;

    private final byte[] pool;
    private final int length;

    Payload(int length) {
        this.length = length;
        this.pool = new byte[POOL_BYTES + length];
        Random64 random = new Random64(length);
        for (int i = 0; i < pool.length; i++) {
            pool[i] = (byte) random.next();
        }
    }

    int length() {
        return length;
    }

    void put(ByteBuf frame, int index, Random64 random) {
        frame.setBytes(index, pool, random.below(POOL_BYTES), length);
    }
}
