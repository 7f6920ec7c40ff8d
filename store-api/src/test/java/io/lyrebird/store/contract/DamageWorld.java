package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** What is in the store whose files are damaged. */
final class DamageWorld {
    static final long FIRST_ZXID = 1001;
    static final long LAST_ZXID = 1400;
    static final long IMAGE_ZXID = 1390;

    private DamageWorld() {}

    static byte[] txn(long zxid) {
        return Bytes.random(zxid, 50 + (int) (zxid % 200));
    }

    static byte[] value(int key) {
        return Bytes.random(key * 7919L, 40 + key % 300);
    }

    static Map<byte[], byte[]> image() {
        Map<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        for (int key = 0; key < 400; key++) {
            entries.put(Bytes.of("/key/" + key), value(key));
        }
        entries.put(Bytes.of("/" + "long".repeat(300)), value(1));
        return entries;
    }

    static void fill(Store store) throws StoreException {
        for (long zxid = FIRST_ZXID; zxid <= LAST_ZXID; zxid++) {
            store.log().append(zxid, txn(zxid));
            if (zxid % 3 == 0) {
                store.log().sync();
            }
        }
        store.log().sync();
        ImageBatch batch = new ImageBatch();
        image().forEach(batch::put);
        store.image().apply(batch, IMAGE_ZXID);
        store.image().sync();
        for (int i = 0; i < 3; i++) {
            store.registers().putAll(Map.of("one", Bytes.of(i), "two", Bytes.random(2, 300)));
        }
    }

    /** Fails if anything is not exactly as it was put. */
    static void check(Store store) throws StoreException {
        try (TxnCursor cursor = store.log().read(0)) {
            for (long zxid = FIRST_ZXID; zxid <= LAST_ZXID; zxid++) {
                assertTrue(cursor.next(), "the log ends before " + zxid);
                assertEquals(zxid, cursor.zxid());
                assertArrayEquals(txn(zxid), cursor.txn());
            }
            assertFalse(cursor.next());
        }
        assertEquals(FIRST_ZXID, store.log().firstZxid());
        assertEquals(LAST_ZXID, store.log().lastZxid());
        ImageContract.check(image(), store.image(), IMAGE_ZXID);
        assertArrayEquals(Bytes.of(2), store.registers().get("one").orElseThrow());
        assertArrayEquals(Bytes.random(2, 300), store.registers().get("two").orElseThrow());
    }
}
