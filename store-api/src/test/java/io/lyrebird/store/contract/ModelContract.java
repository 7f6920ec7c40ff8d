package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random work from a seed, on the engine and on plain maps. */
abstract class ModelContract {
    private static final int STEPS = 250;

    abstract Subject subject();

    private final TreeMap<Long, byte[]> log = new TreeMap<>();
    private TreeMap<byte[], byte[]> image = new TreeMap<>(Arrays::compareUnsigned);
    private long imageZxid;
    private long droppedBelow;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void anyOrderOfOperationsGivesWhatTheModelSays(long seed) throws StoreException {
        Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            step(random);
        }
        if (subject().provider().durable()) {
            syncAll();
            subject().reopen();
        }
        checkLog();
        checkImage();
    }

    private void step(Random random) throws StoreException {
        TxnLog engine = subject().store().log();
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> append(random);
            case 4 -> {
                long cut = engine.lastZxid() - random.nextInt(60);
                if (cut >= droppedBelow) {
                    engine.truncateAfter(cut);
                    log.tailMap(cut, false).clear();
                }
            }
            case 5 -> {
                if (!log.isEmpty()) {
                    long below = Math.min(log.lastKey(), imageZxid + 1) - random.nextInt(100);
                    subject().store().image().sync();
                    engine.dropBefore(below);
                    droppedBelow = Math.max(droppedBelow, Math.min(below, log.lastKey()));
                }
            }
            case 6, 7, 8 -> apply(random);
            case 9 -> replace(random);
            case 10 -> {
                checkLog();
                checkImage();
            }
            default -> {
                if (subject().provider().durable() && random.nextInt(4) == 0) {
                    syncAll();
                    subject().reopen();
                }
            }
        }
    }

    private void append(Random random) throws StoreException {
        TxnLog engine = subject().store().log();
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            long zxid = Math.max(engine.lastZxid(), droppedBelow) + 1 + random.nextInt(3);
            byte[] txn = Bytes.random(random.nextLong(), random.nextInt(20) == 0 ? 100_000 : random.nextInt(400));
            engine.append(zxid, txn.clone());
            log.put(zxid, txn);
        }
        if (random.nextBoolean()) {
            engine.sync();
        }
    }

    private static byte[] key(Random random) {
        int number = random.nextInt(200);
        return number % 10 == 0 ? Bytes.of("k".repeat(490 + number % 40) + number) : Bytes.of("k" + number);
    }

    private void apply(Random random) throws StoreException {
        ImageBatch batch = new ImageBatch();
        for (int i = random.nextInt(40); i > 0; i--) {
            byte[] key = key(random);
            if (random.nextInt(3) == 0) {
                batch.delete(key);
                image.remove(key);
            } else {
                byte[] value = Bytes.random(random.nextLong(), random.nextInt(300));
                batch.put(key, value.clone());
                image.put(key, value);
            }
        }
        imageZxid += random.nextInt(10);
        subject().store().image().apply(batch, imageZxid);
    }

    private void replace(Random random) throws StoreException {
        TreeMap<byte[], byte[]> next = new TreeMap<>(Arrays::compareUnsigned);
        long zxid = imageZxid + random.nextInt(20);
        boolean commit = random.nextBoolean();
        try (ImageReplacement replacement = subject().store().image().replace(zxid)) {
            for (int i = random.nextInt(60); i > 0; i--) {
                byte[] key = key(random);
                byte[] value = Bytes.random(random.nextLong(), random.nextInt(300));
                replacement.put(key, value.clone());
                next.put(key, value);
            }
            if (commit) {
                replacement.commit();
            }
        }
        if (commit) {
            image = next;
            imageZxid = zxid;
        }
    }

    private void syncAll() throws StoreException {
        subject().store().log().sync();
        subject().store().image().sync();
    }

    private void checkLog() throws StoreException {
        TxnLog engine = subject().store().log();
        engine.sync();
        assertEquals(log.isEmpty() ? 0 : log.lastKey(), engine.lastZxid());
        Map<Long, byte[]> expected = log.tailMap(Math.max(droppedBelow, engine.firstZxid()), true);
        try (TxnCursor cursor = engine.read(droppedBelow)) {
            for (Map.Entry<Long, byte[]> entry : expected.entrySet()) {
                assertTrue(cursor.next());
                assertEquals(entry.getKey(), cursor.zxid());
                assertArrayEquals(entry.getValue(), cursor.txn());
            }
            assertFalse(cursor.next());
        }
    }

    private void checkImage() throws StoreException {
        ImageContract.check(image, subject().store().image(), imageZxid);
    }
}
