package io.lyrebird.store.contract;

import io.lyrebird.store.ImageBatch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What the child of the crash test writes, as functions of the zxid, so that the parent can tell from what it finds whether
 * it is right. Entries of the log also have an incarnation, which goes up with each truncation: the same zxid may come again
 * with other content.
 */
final class CrashWorld {
    private static final long EPOCH_TXNS = 200;
    private static final int KEYS = 64;
    private static final int WIDE_KEYS = 200;
    private static final int WIDE_EVERY = 50;
    private static final int TXN_HEADER_BYTES = 16;

    private CrashWorld() {}

    /** Counts up, with a new epoch now and then. */
    static long nextZxid(long zxid) {
        return (zxid & 0xffff_ffffL) == EPOCH_TXNS ? ((zxid >> 32) + 1) << 32 | 1 : zxid + 1;
    }

    static byte[] txn(long zxid, long incarnation) {
        SplittableRandom random = new SplittableRandom(zxid * 31 + incarnation);
        int length = random.nextInt(100) == 0 ? 50_000 : random.nextInt(400);
        byte[] bytes = new byte[TXN_HEADER_BYTES + length];
        random.nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(zxid).putLong(incarnation);
        return bytes;
    }

    /** The incarnation of an entry, or -1 if it is not what any incarnation would have written. */
    static long incarnation(long zxid, byte[] txn) {
        if (txn.length < TXN_HEADER_BYTES) {
            return -1;
        }
        long incarnation = ByteBuffer.wrap(txn).getLong(Long.BYTES);
        return Arrays.equals(txn, txn(zxid, incarnation)) ? incarnation : -1;
    }

    /** The image's state, which grows zxid by zxid. */
    static final class State {
        final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        private long zxid;

        long zxid() {
            return zxid;
        }

        /** Makes the changes of everything up to this zxid, and notes them in the batch if there is one. */
        void advance(long toZxid, ImageBatch batch) {
            while (zxid < toZxid) {
                zxid = nextZxid(zxid);
                change(batch);
            }
        }

        private void change(ImageBatch batch) {
            SplittableRandom random = new SplittableRandom(zxid);
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                byte[] key = Bytes.of("key" + random.nextInt(KEYS));
                if (random.nextInt(7) == 0) {
                    entries.remove(key);
                    if (batch != null) {
                        batch.delete(key);
                    }
                } else {
                    put(batch, key, value(random.nextInt(200)));
                }
            }
            if ((zxid & 0xffff_ffffL) % WIDE_EVERY == 0) {
                for (int i = 0; i < WIDE_KEYS; i++) {
                    put(batch, Bytes.of("wide" + i), value(0));
                }
            }
        }

        private void put(ImageBatch batch, byte[] key, byte[] value) {
            entries.put(key, value);
            if (batch != null) {
                batch.put(key, value);
            }
        }

        private byte[] value(int extraBytes) {
            return ByteBuffer.allocate(Long.BYTES + extraBytes).putLong(zxid).array();
        }
    }
}
