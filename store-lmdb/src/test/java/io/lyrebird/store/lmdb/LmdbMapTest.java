package io.lyrebird.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map grows by itself, whoever reads meanwhile. */
class LmdbMapTest {
    @TempDir
    private Path folder;

    private LmdbStore open() throws StoreException {
        StoreConfig config =
                new StoreConfig(folder.resolve("data"), folder.resolve("log"), Map.of("lyrebird.lmdb.map", "1m"));
        return LmdbStore.open(config, LmdbSettings.from(config));
    }

    private static byte[] random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    @Test
    void theLogOutgrowsItsMapManyTimesOver() throws StoreException {
        try (LmdbStore store = open()) {
            assertEquals(1 << 20, store.lmdbLog().environment().mapBytes());
            for (long zxid = 1; zxid <= 3000; zxid++) {
                store.log().append(zxid, random(zxid, 10_000));
                if (zxid % 100 == 0) {
                    store.log().sync();
                }
            }
            assertTrue(store.lmdbLog().environment().mapBytes() > 30 << 20);
        }
        try (LmdbStore store = open();
                TxnCursor cursor = store.log().read(0)) {
            long count = 0;
            while (cursor.next()) {
                count++;
            }
            assertEquals(3000, count);
        }
    }

    @Test
    void oneEntryMayBeFarLargerThanTheMap() throws StoreException {
        try (LmdbStore store = open()) {
            store.log().append(1, new byte[30 << 20]);
            store.log().sync();
            store.image().apply(new ImageBatch().put(key(1), new byte[30 << 20]), 1);
            store.image().sync();
            try (ImageReplacement replacement = store.image().replace(2)) {
                replacement.put(key(2), new byte[70 << 20]);
                replacement.commit();
            }
        }
        try (LmdbStore store = open();
                ImageCursor cursor = store.image().scan()) {
            assertTrue(cursor.next());
            assertEquals(70 << 20, cursor.value().length);
        }
    }

    @Test
    void theImageGrowsWhileAScanIsOpen() throws StoreException {
        try (LmdbStore store = open()) {
            store.image().apply(new ImageBatch().put(key(1), new byte[100]), 1);
            // There is room for so much while nothing can grow, and the scan ends before it is used up.
            try (ImageCursor cursor = store.image().scan()) {
                store.image().apply(new ImageBatch().put(key(2), new byte[100_000]), 2);
                store.image().sync();
                assertTrue(cursor.next());
            }
            for (long zxid = 3; zxid <= 300; zxid++) {
                store.image().apply(new ImageBatch().put(key(zxid), random(zxid, 100_000)), zxid);
            }
            store.image().sync();
            assertTrue(store.lmdbImage().environment().mapBytes() > 30 << 20);
        }
    }

    @Test
    void aLongLogIsPurgedStepByStepAndItsSpaceUsedAgain() throws StoreException {
        try (LmdbStore store = open()) {
            long zxid = 0;
            for (int i = 0; i < 10_000; i++) {
                store.log().append(++zxid, new byte[1500]);
            }
            store.log().sync();
            store.image().apply(new ImageBatch(), zxid);
            store.image().sync();
            store.log().dropBefore(zxid);
            assertTrue(store.log().firstZxid() > 1 && store.log().firstZxid() < zxid, "one call must not do it all");
            long mapBytes = store.lmdbLog().environment().mapBytes();
            for (int i = 0; i < 200; i++) {
                store.log().append(++zxid, new byte[20]);
                store.log().sync();
            }
            assertEquals(10_000, store.log().firstZxid());
            assertEquals(mapBytes, store.lmdbLog().environment().mapBytes());
        }
    }
}
