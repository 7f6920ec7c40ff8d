package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PhaseLockTest {
    /** Plain fields on purpose: only the lock orders what happens to them. */
    private static final class Guarded {
        long a;
        long b;
    }

    @Test
    void readersNeverSeeAHalfDoneWriteAndTheWriterNeverMeetsAReader() throws Exception {
        for (long seed = 1; seed <= 6; seed++) {
            stress(seed, 3, 20_000, 20_000);
        }
    }

    private static void stress(long seed, int slots, int writes, int readsPerSlot) throws Exception {
        PhaseLock lock = new PhaseLock(slots);
        Guarded guarded = new Guarded();
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(slots + 1);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int s = 0; s < slots; s++) {
                int slot = s;
                SplittableRandom random = new SplittableRandom(seed * 31 + slot);
                all.add(threads.submit(() -> {
                    start.await();
                    long before = 0;
                    for (int i = 0; i < readsPerSlot; i++) {
                        before = readOnce(lock, slot, guarded, before, random);
                    }
                    return null;
                }));
            }
            SplittableRandom random = new SplittableRandom(seed);
            all.add(threads.submit(() -> {
                start.await();
                for (int i = 0; i < writes; i++) {
                    lock.enterWrite();
                    guarded.a++;
                    idle(random, 300);
                    guarded.b++;
                    lock.exitWrite();
                    idle(random, 100);
                }
                return null;
            }));
            start.countDown();
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(writes, guarded.a, "seed " + seed);
        assertEquals(writes, guarded.b, "seed " + seed);
    }

    private static long readOnce(PhaseLock lock, int slot, Guarded guarded, long before, SplittableRandom random) {
        lock.enterRead(slot);
        long a = guarded.a;
        idle(random, 200);
        long b = guarded.b;
        lock.exitRead(slot);
        assertEquals(a, b, "a read phase overlapped a write phase");
        assertTrue(a >= before, "a later phase saw an older state");
        idle(random, 100);
        return a;
    }

    /** Mostly nothing, now and then long enough that the other side gives up spinning and parks. */
    private static void idle(SplittableRandom random, int spinsMax) {
        int spins = random.nextInt(64) == 0 ? 20 * spinsMax : random.nextInt(spinsMax);
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aWaitingWriterBlocksNewReadPhases() throws Exception {
        PhaseLock lock = new PhaseLock(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            lock.enterRead(0);
            Future<?> writer = threads.submit(lock::enterWrite);
            while (!lock.writerWaits()) {
                Thread.onSpinWait();
            }
            Future<?> reader = threads.submit(() -> lock.enterRead(1));
            assertThrowsTimeout(reader);
            assertFalse(writer.isDone(), "the writer went in although a read phase is under way");
            lock.exitRead(0);
            writer.get(30, TimeUnit.SECONDS);
            assertFalse(reader.isDone(), "the reader passed the writer");
            lock.exitWrite();
            reader.get(30, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aReaderThatParkedGoesInBeforeTheNextWriter() throws Exception {
        PhaseLock lock = new PhaseLock(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            lock.enterWrite();
            Thread[] readerThread = new Thread[1];
            CountDownLatch started = new CountDownLatch(1);
            Future<?> reader = threads.submit(() -> {
                readerThread[0] = Thread.currentThread();
                started.countDown();
                lock.enterRead(0);
            });
            started.await();
            while (readerThread[0].getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            lock.exitWrite();
            Future<?> writer = threads.submit(lock::enterWrite);
            assertThrowsTimeout(writer);
            reader.get(30, TimeUnit.SECONDS);
            lock.exitRead(0);
            writer.get(30, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertThrowsTimeout(Future<?> future) throws InterruptedException, ExecutionException {
        try {
            future.get(100, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            return;
        }
        throw new AssertionError("went in although it must wait");
    }
}
