package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Registers;
import io.lyrebird.store.Store;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The threads that package-info allows, at the same time. */
abstract class ConcurrencyContract {
    private static final int BOUND_SECONDS = 60;

    abstract Subject subject();

    private static void together(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (Callable<Void> task : tasks) {
                running.add(threads.submit(task));
            }
            for (Future<Void> future : running) {
                future.get(BOUND_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
            assertTrue(threads.awaitTermination(BOUND_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Test
    void theLogIsReadWhileItIsWritten() throws Exception {
        TxnLog log = subject().store().log();
        long count = 5000;
        AtomicLong synced = new AtomicLong();
        Callable<Void> writer = () -> {
            for (long zxid = 1; zxid <= count; zxid++) {
                log.append(zxid, Bytes.txn(zxid));
                if (zxid % 5 == 0) {
                    log.sync();
                    synced.set(zxid);
                }
            }
            return null;
        };
        Callable<Void> reader = () -> {
            long before;
            do {
                before = synced.get();
                long from = Math.max(1, before - 700);
                long expected = from;
                try (TxnCursor cursor = log.read(from)) {
                    while (cursor.next()) {
                        assertEquals(expected, cursor.zxid());
                        assertArrayEquals(Bytes.txn(expected), cursor.txn());
                        expected++;
                    }
                }
                assertTrue(expected > before, "synced up to " + before + ", read only before " + expected);
            } while (before < count);
            return null;
        };
        together(List.of(writer, reader, reader));
    }

    @Test
    void aScanSeesOneStateWhileChangesAreApplied() throws Exception {
        Image image = subject().store().image();
        int keys = 200;
        AtomicBoolean done = new AtomicBoolean();
        Callable<Void> writer = () -> {
            try {
                for (long zxid = 1; zxid <= 300; zxid++) {
                    ImageBatch batch = new ImageBatch();
                    for (int i = 0; i < keys; i++) {
                        batch.put(Bytes.of("key" + i), Bytes.of(zxid));
                    }
                    batch.put(Bytes.of("once" + zxid), Bytes.of(zxid));
                    image.apply(batch, zxid);
                    if (zxid % 50 == 0) {
                        image.sync();
                    }
                }
            } finally {
                done.set(true);
            }
            return null;
        };
        Callable<Void> reader = () -> {
            long last = 0;
            boolean ending;
            do {
                ending = done.get();
                try (ImageCursor cursor = image.scan()) {
                    long zxid = cursor.zxid();
                    assertTrue(zxid >= last);
                    last = zxid;
                    int count = 0;
                    while (cursor.next()) {
                        if (cursor.key()[0] == 'k') {
                            assertArrayEquals(Bytes.of(zxid), cursor.value());
                        }
                        count++;
                    }
                    assertEquals(zxid == 0 ? 0 : keys + zxid, count);
                }
            } while (!ending);
            assertEquals(300, last);
            return null;
        };
        together(List.of(writer, reader, reader));
    }

    @Test
    void logImageAndRegistersAreUsedAtTheSameTime() throws Exception {
        Store store = subject().store();
        Callable<Void> logWriter = () -> {
            for (long zxid = 1; zxid <= 1000; zxid++) {
                store.log().append(zxid, Bytes.txn(zxid));
                if (zxid % 4 == 0) {
                    store.log().sync();
                }
            }
            store.log().sync();
            return null;
        };
        Callable<Void> imageWriter = () -> {
            for (long zxid = 1; zxid <= 200; zxid++) {
                store.image().apply(ImageContract.puts("k" + zxid % 10, "" + zxid), zxid);
                if (zxid % 40 == 0) {
                    try (ImageReplacement replacement = store.image().replace(zxid)) {
                        replacement.put(Bytes.of("only"), Bytes.of(zxid));
                        replacement.commit();
                    }
                }
            }
            return null;
        };
        Registers registers = store.registers();
        Callable<Void> registerWriter = () -> {
            String name = Thread.currentThread().getName();
            for (int i = 1; i <= 50; i++) {
                registers.putAll(Map.of(name + "a", Bytes.of(i), name + "b", Bytes.of(i)));
                assertArrayEquals(Bytes.of(i), registers.get(name + "a").orElseThrow());
                assertArrayEquals(Bytes.of(i), registers.get(name + "b").orElseThrow());
            }
            return null;
        };
        together(List.of(logWriter, imageWriter, registerWriter, registerWriter));
        assertEquals(1000, LogContract.read(store.log(), 0).size());
        ImageContract.check(Map.of(Bytes.of("only"), Bytes.of(200)), store.image(), 200);
    }

    @Test
    void theLogGoesOnWhileAnImageIsBeingReplaced() throws Exception {
        Store store = subject().store();
        try (ImageReplacement replacement = store.image().replace(5)) {
            replacement.put(Bytes.of("k"), Bytes.random(1, 5 << 20));
            // The same thread on purpose: an engine in which one part waits for another would hang here.
            store.log().append(1, Bytes.txn(1));
            store.log().sync();
            store.registers().put("r", Bytes.of(1));
            try (ImageCursor cursor = store.image().scan()) {
                assertEquals(0, cursor.zxid());
                replacement.commit();
            }
        }
        assertEquals(List.of(1L), LogContract.read(store.log(), 0));
    }
}
