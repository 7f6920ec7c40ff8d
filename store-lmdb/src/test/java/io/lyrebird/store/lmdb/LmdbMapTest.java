package io.lyrebird.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
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
    void oneEntryMayBeFarLargerThanTheMap() throws StoreException {
        try (LmdbStore store = open()) {
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
}
