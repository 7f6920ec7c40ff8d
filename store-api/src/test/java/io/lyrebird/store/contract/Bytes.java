package io.lyrebird.store.contract;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Content that says what it is, so that a mix-up shows. */
final class Bytes {
    private Bytes() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** This many bytes, always the same for the same seed. */
    static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Between none and some hundred bytes, always the same for the same zxid. */
    static byte[] txn(long zxid) {
        return random(zxid, (int) (Math.abs(zxid * 31) % 300));
    }
}
