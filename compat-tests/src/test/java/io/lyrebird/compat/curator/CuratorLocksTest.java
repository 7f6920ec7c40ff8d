package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphore;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.recipes.locks.Revoker;
import org.apache.curator.framework.recipes.shared.SharedCount;
import org.junit.jupiter.api.Test;

class CuratorLocksTest extends CuratorTest {
    @Test
    void aMutexIsHeldByOneClientAndAsOftenAsItWants() throws Exception {
        InterProcessMutex mine = new InterProcessMutex(client, path);
        InterProcessMutex theirs = new InterProcessMutex(other, path);
        mine.acquire();
        assertTrue(mine.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertIsTaken(theirs);
        mine.release();
        assertIsTaken(theirs);
        mine.release();
        assertTrue(theirs.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        theirs.release();
        assertEquals(List.of(), client.getChildren().forPath(path));
    }

    @Test
    void manyContendersTakeTheMutexOneAtATime() throws Exception {
        int contenders = 8;
        int turns = 5;
        AtomicInteger inside = new AtomicInteger();
        int[] unguarded = new int[1];
        List<Future<Void>> done = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
            InterProcessMutex mutex = new InterProcessMutex(i % 2 == 0 ? client : other, path);
            done.add(inBackground(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    assertTrue(mutex.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
                    assertEquals(1, inside.incrementAndGet());
                    unguarded[0]++;
                    inside.decrementAndGet();
                    mutex.release();
                }
                return null;
            }));
        }
        for (Future<Void> each : done) {
            get(each);
        }
        assertEquals(contenders * turns, unguarded[0]);
    }

    @Test
    void theMutexOfAnExpiredSessionIsFree() throws Exception {
        CuratorFramework doomed = newClient();
        InterProcessMutex theirs = new InterProcessMutex(doomed, path);
        theirs.acquire();
        InterProcessMutex mine = new InterProcessMutex(client, path);
        assertIsTaken(mine);
        expireSession(doomed);
        assertTrue(mine.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        mine.release();
    }

    @Test
    void theHolderOfAMutexCanBeAskedToGiveItUp() throws Exception {
        InterProcessMutex mutex = new InterProcessMutex(client, path);
        CountDownLatch asked = new CountDownLatch(1);
        mutex.makeRevocable(ignored -> asked.countDown());
        mutex.acquire();
        String holder = new InterProcessMutex(other, path)
                .getParticipantNodes()
                .iterator()
                .next();
        Revoker.attemptRevoke(other, holder);
        assertTrue(asked.await(LIMIT_SECONDS, TimeUnit.SECONDS));
        mutex.release();
    }

    @Test
    void readersShareAndAWriterIsAlone() throws Exception {
        InterProcessReadWriteLock mine = new InterProcessReadWriteLock(client, path);
        InterProcessReadWriteLock theirs = new InterProcessReadWriteLock(other, path);
        mine.readLock().acquire();
        assertTrue(theirs.readLock().acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        InterProcessReadWriteLock writers = new InterProcessReadWriteLock(newClient(), path);
        assertIsTaken(writers.writeLock());
        mine.readLock().release();
        assertIsTaken(writers.writeLock());
        theirs.readLock().release();
        assertTrue(writers.writeLock().acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertIsTaken(mine.readLock());
        // A writer may become a reader without letting go.
        assertTrue(writers.readLock().acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        writers.writeLock().release();
        assertTrue(mine.readLock().acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        mine.readLock().release();
        writers.readLock().release();
    }

    @Test
    void aSemaphoreGivesAsManyLeasesAsItHas() throws Exception {
        InterProcessSemaphoreV2 mine = new InterProcessSemaphoreV2(client, path, 3);
        InterProcessSemaphoreV2 theirs = new InterProcessSemaphoreV2(other, path, 3);
        List<Lease> two = List.copyOf(mine.acquire(2));
        Lease third = theirs.acquire(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(third);
        assertNull(theirs.acquire(QUIET_MS, TimeUnit.MILLISECONDS));
        assertEquals(3, mine.getParticipantNodes().size());
        mine.returnLease(two.get(0));
        Lease fourth = theirs.acquire(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(fourth);
        mine.returnAll(List.of(two.get(1)));
        theirs.returnAll(List.of(third, fourth));
        eventually("all leases are back", () -> mine.getParticipantNodes().isEmpty());
    }

    @Test
    @SuppressWarnings("deprecation")
    void theFirstKindOfSemaphoreGivesLeasesToo() throws Exception {
        InterProcessSemaphore mine = new InterProcessSemaphore(client, path, 1);
        InterProcessSemaphore theirs = new InterProcessSemaphore(other, path, 1);
        Lease lease = mine.acquire(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertNull(theirs.acquire(QUIET_MS, TimeUnit.MILLISECONDS));
        lease.close();
        assertNotNull(theirs.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void aSemaphoreFollowsASharedCount() throws Exception {
        try (SharedCount count = new SharedCount(client, path + "-count", 1)) {
            count.start();
            InterProcessSemaphoreV2 semaphore = new InterProcessSemaphoreV2(client, path, count);
            Lease first = semaphore.acquire(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertNull(semaphore.acquire(QUIET_MS, TimeUnit.MILLISECONDS));
            Future<Lease> waiting = inBackground(() -> semaphore.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
            count.setCount(2);
            Lease second = get(waiting);
            assertNotNull(second);
            semaphore.returnAll(List.of(first, second));
        }
    }

    @Test
    void aSemaphoreMutexMayBeReleasedByAnotherThread() throws Exception {
        InterProcessSemaphoreMutex mutex = new InterProcessSemaphoreMutex(client, path);
        mutex.acquire();
        assertFalse(mutex.acquire(QUIET_MS, TimeUnit.MILLISECONDS), "not twice, not even by the same thread");
        get(inBackground(() -> {
            mutex.release();
            return null;
        }));
        assertTrue(new InterProcessSemaphoreMutex(other, path).acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void aMultiLockTakesAllOrNone() throws Exception {
        InterProcessMutex held = new InterProcessMutex(other, path + "/b");
        held.acquire();
        InterProcessMultiLock all = new InterProcessMultiLock(client, List.of(path + "/a", path + "/b"));
        assertFalse(all.acquire(QUIET_MS, TimeUnit.MILLISECONDS));
        InterProcessMutex first = new InterProcessMutex(other, path + "/a");
        assertTrue(first.acquire(LIMIT_SECONDS, TimeUnit.SECONDS), "what could be taken was given back");
        first.release();
        held.release();
        assertTrue(all.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertIsTaken(first);
        assertIsTaken(held);
        all.release();
        assertTrue(held.acquire(LIMIT_SECONDS, TimeUnit.SECONDS));
        held.release();
    }

    /** The try is made in another thread: for the recipes a thread is an owner. */
    private void assertIsTaken(InterProcessLock lock) throws Exception {
        assertFalse(get(inBackground(() -> lock.acquire(QUIET_MS, TimeUnit.MILLISECONDS))));
    }
}
