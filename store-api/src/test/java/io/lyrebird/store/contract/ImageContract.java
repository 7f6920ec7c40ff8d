package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

abstract class ImageContract {
    abstract Subject subject();

    /** The whole image, with the order of the keys checked. */
    static TreeMap<byte[], byte[]> read(Image image, long expectedZxid) throws StoreException {
        TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        try (ImageCursor cursor = image.scan()) {
            assertEquals(expectedZxid, cursor.zxid());
            while (cursor.next()) {
                byte[] key = cursor.key();
                assertTrue(
                        entries.isEmpty() || Arrays.compareUnsigned(entries.lastKey(), key) < 0,
                        () -> HexFormat.of().formatHex(key, 0, Math.min(key.length, 20)) + " is out of order");
                entries.put(key, cursor.value());
            }
        }
        return entries;
    }

    static void check(Map<byte[], byte[]> expected, Image image, long expectedZxid) throws StoreException {
        assertEquals(expectedZxid, image.zxid());
        TreeMap<byte[], byte[]> found = read(image, expectedZxid);
        assertEquals(expected.size(), found.size());
        for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
            assertArrayEquals(entry.getValue(), found.get(entry.getKey()));
        }
    }

    static TreeMap<byte[], byte[]> entries(String... keysAndValues) {
        TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            entries.put(Bytes.of(keysAndValues[i]), Bytes.of(keysAndValues[i + 1]));
        }
        return entries;
    }

    static ImageBatch puts(String... keysAndValues) {
        ImageBatch batch = new ImageBatch();
        entries(keysAndValues).forEach(batch::put);
        return batch;
    }

    @Test
    void aNewImageIsEmptyAtZxidZero() throws StoreException {
        Image image = subject().store().image();
        check(entries(), image, 0);
        assertEquals(0, image.durableZxid());
        image.sync();
        if (subject().provider().durable()) {
            check(entries(), subject().reopen().image(), 0);
        }
    }

    @Test
    void changesAreSeenInTheOrderOfUnsignedBytes() throws StoreException {
        Image image = subject().store().image();
        ImageBatch batch = new ImageBatch();
        TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 255; i >= 0; i--) {
            for (byte[] key : new byte[][] {{(byte) i}, {(byte) i, 0}, {(byte) i, (byte) 0xff}, {0, (byte) i}}) {
                batch.put(key, Bytes.of(i));
                expected.put(key, Bytes.of(i));
            }
        }
        image.apply(batch, 1);
        check(expected, image, 1);
    }

    @Test
    void putsAndDeletesTakeEffectTogetherWithTheZxid() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("a", "1", "b", "2", "c", ""), 5);
        check(entries("a", "1", "b", "2", "c", ""), image, 5);
        image.apply(puts("b", "3", "d", "4").delete(Bytes.of("a")).delete(Bytes.of("nobody")), 9);
        check(entries("b", "3", "c", "", "d", "4"), image, 9);
        image.apply(new ImageBatch(), 10);
        check(entries("b", "3", "c", "", "d", "4"), image, 10);
        image.apply(puts("a", "back"), 10);
        check(entries("a", "back", "b", "3", "c", "", "d", "4"), image, 10);
    }

    @Test
    void theLastChangeOfAKeyInABatchCounts() throws StoreException {
        Image image = subject().store().image();
        image.apply(
                puts("k", "1")
                        .put(Bytes.of("k"), Bytes.of("2"))
                        .delete(Bytes.of("gone"))
                        .put(Bytes.of("gone"), Bytes.of("x"))
                        .delete(Bytes.of("gone"))
                        .delete(Bytes.of("back"))
                        .put(Bytes.of("back"), Bytes.of("y")),
                1);
        check(entries("k", "2", "back", "y"), image, 1);
    }

    @Test
    void theZxidCannotGoBackByApply() throws StoreException {
        Image image = subject().store().image();
        image.apply(puts("a", "1"), 5);
        assertThrows(IllegalArgumentException.class, () -> image.apply(puts("a", "2"), 4));
        check(entries("a", "1"), image, 5);
    }

    @Test
    void emptyAndOverlongKeysAreRefused() {
        ImageBatch batch = new ImageBatch();
        byte[] tooLong = new byte[Image.KEY_MAX_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> batch.put(new byte[0], new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> batch.delete(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> batch.put(tooLong, new byte[0]));
        assertEquals(0, batch.size());
    }

    @Test
    void whatIsSyncedIsThereAfterARestart() throws StoreException {
        subject().needsDurability();
        Image image = subject().store().image();
        image.apply(puts("a", "1", "b", "2"), 3);
        image.apply(puts("c", "3").delete(Bytes.of("a")), 4);
        assertTrue(image.durableZxid() <= 4);
        image.sync();
        assertEquals(4, image.durableZxid());
        image = subject().reopen().image();
        assertEquals(4, image.durableZxid());
        check(entries("b", "2", "c", "3"), image, 4);
        image.apply(puts("d", "4"), 6);
        image.sync();
        check(entries("b", "2", "c", "3", "d", "4"), subject().reopen().image(), 6);
    }

    @Test
    void withoutASyncARestartGivesAnEarlierStateThatWasOnce() throws StoreException {
        subject().needsDurability();
        Image image = subject().store().image();
        for (int zxid = 1; zxid <= 50; zxid++) {
            image.apply(puts("k" + zxid % 7, "v" + zxid, "all", "" + zxid), zxid);
        }
        long durable = image.durableZxid();
        image = subject().reopen().image();
        long zxid = image.zxid();
        assertTrue(zxid >= durable && zxid <= 50, "zxid " + zxid);
        TreeMap<byte[], byte[]> expected = entries();
        for (int z = 1; z <= zxid; z++) {
            expected.putAll(entries("k" + z % 7, "v" + z, "all", "" + z));
        }
        check(expected, image, zxid);
    }

    @Test
    void longKeysAreKeptApartAndInOrder() throws StoreException {
        Image image = subject().store().image();
        TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
        for (int length : new int[] {1, 2, 255, 256, 400, 494, 495, 496, 500, 510, 511, 512, 600, 1023, 4096, 70_000}) {
            for (int variant = 0; variant < 4; variant++) {
                byte[] key = new byte[length];
                Arrays.fill(key, (byte) 'x');
                key[length - 1] = (byte) ('x' + variant - 2);
                expected.put(key, Bytes.of(length * 10L + variant));
            }
        }
        byte[] longest = Bytes.random(1, Image.KEY_MAX_BYTES);
        expected.put(longest, Bytes.of("longest"));
        ImageBatch batch = new ImageBatch();
        expected.descendingMap().forEach(batch::put);
        image.apply(batch, 1);
        check(expected, image, 1);

        ImageBatch changes = new ImageBatch();
        int n = 0;
        for (byte[] key : expected.keySet().toArray(new byte[0][])) {
            if (n % 3 == 0) {
                changes.delete(key);
                expected.remove(key);
            } else if (n % 3 == 1) {
                changes.put(key, Bytes.of("new"));
                expected.put(key, Bytes.of("new"));
            }
            n++;
        }
        image.apply(changes, 2);
        check(expected, image, 2);
        image.sync();
        if (subject().provider().durable()) {
            check(expected, subject().reopen().image(), 2);
        }
    }

    @Test
    void emptyAndVeryLargeValuesAreKept() throws StoreException {
        Image image = subject().store().image();
        TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
        for (int size : new int[] {0, 1, 4096, 1 << 20, 5_000_000, 20 << 20}) {
            expected.put(Bytes.of("size" + size), Bytes.random(size, size));
        }
        ImageBatch batch = new ImageBatch();
        expected.forEach(batch::put);
        image.apply(batch, 1);
        check(expected, image, 1);
        image.sync();
        if (subject().provider().durable()) {
            check(expected, subject().reopen().image(), 1);
        }
    }

    @Test
    void aHundredThousandEntriesInManyBatches() throws StoreException {
        int count = 100_000;
        Image image = subject().store().image();
        for (int from = 0; from < count; from += 1000) {
            ImageBatch batch = new ImageBatch();
            for (int i = from; i < from + 1000; i++) {
                // Scattered, so that every batch touches the whole range.
                int scattered = (int) (i * 7919L % count);
                batch.put(Bytes.of("/node/" + scattered), Bytes.of(scattered));
            }
            image.apply(batch, from + 1);
        }
        image.sync();
        if (subject().provider().durable()) {
            image = subject().reopen().image();
        }
        int found = 0;
        byte[] previous = {};
        try (ImageCursor cursor = image.scan()) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                assertTrue(Arrays.compareUnsigned(previous, key) < 0);
                long number = ByteBuffer.wrap(cursor.value()).getLong();
                assertArrayEquals(Bytes.of("/node/" + number), key);
                previous = key;
                found++;
            }
            assertFalse(cursor.next());
        }
        assertEquals(count, found);
    }
}
