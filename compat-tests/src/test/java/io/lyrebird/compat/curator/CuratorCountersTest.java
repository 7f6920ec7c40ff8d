package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.atomic.AtomicValue;
import org.apache.curator.framework.recipes.atomic.CachedAtomicInteger;
import org.apache.curator.framework.recipes.atomic.CachedAtomicLong;
import org.apache.curator.framework.recipes.atomic.DistributedAtomicInteger;
import org.apache.curator.framework.recipes.atomic.DistributedAtomicLong;
import org.apache.curator.framework.recipes.atomic.DistributedAtomicValue;
import org.apache.curator.framework.recipes.atomic.PromotedToLock;
import org.apache.curator.framework.recipes.shared.SharedCount;
import org.apache.curator.framework.recipes.shared.SharedCountListener;
import org.apache.curator.framework.recipes.shared.SharedCountReader;
import org.apache.curator.framework.recipes.shared.SharedValue;
import org.apache.curator.framework.recipes.shared.VersionedValue;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.junit.jupiter.api.Test;

class CuratorCountersTest extends CuratorTest {
    private static final RetryNTimes NO_RETRY = new RetryNTimes(0, 0);

    @Test
    void aSharedCountIsSeenByAllAndSetOnlyByWhoHasSeenIt() throws Exception {
        try (SharedCount mine = new SharedCount(client, path, 7);
                SharedCount theirs = new SharedCount(other, path, 7)) {
            BlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
            theirs.addListener(new SharedCountListener() {
                @Override
                public void countHasChanged(SharedCountReader reader, int count) {
                    seen.add(count);
                }

                @Override
                public void stateChanged(CuratorFramework ignored, ConnectionState state) {}
            });
            mine.start();
            theirs.start();
            assertEquals(7, theirs.getCount());
            VersionedValue<Integer> before = mine.getVersionedValue();
            mine.setCount(8);
            assertEquals(8, seen.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertFalse(mine.trySetCount(before, 9), "that was the version before");
            assertTrue(theirs.trySetCount(theirs.getVersionedValue(), 9));
            eventually("the new count is seen", () -> mine.getCount() == 9);
        }
    }

    @Test
    void aSharedCountOutlivesARestartOfTheServer() throws Exception {
        try (SharedCount mine = new SharedCount(client, path, 1);
                SharedCount theirs = new SharedCount(other, path, 1)) {
            mine.start();
            theirs.start();
            mine.setCount(2);
            server.restart();
            mine.setCount(3);
            eventually("what was set after the restart is seen", () -> theirs.getCount() == 3);
        }
    }

    @Test
    void aSharedValueHoldsBytes() throws Exception {
        try (SharedValue mine = new SharedValue(client, path, bytes("seed"));
                SharedValue theirs = new SharedValue(other, path, bytes("seed"))) {
            mine.start();
            theirs.start();
            assertArrayEquals(bytes("seed"), theirs.getValue());
            assertTrue(mine.trySetValue(mine.getVersionedValue(), bytes("changed")));
            eventually("the new value is seen", () -> text(theirs.getValue()).equals("changed"));
        }
    }

    @Test
    void anAtomicLongLosesNoIncrement() throws Exception {
        int threads = 4;
        int increments = 20;
        PromotedToLock whenContended = PromotedToLock.builder()
                .lockPath(path + "-lock")
                .retryPolicy(new RetryNTimes(1_000, 1))
                .timeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .build();
        List<Future<Void>> done = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            DistributedAtomicLong number =
                    new DistributedAtomicLong(i % 2 == 0 ? client : other, path, NO_RETRY, whenContended);
            done.add(inBackground(() -> {
                for (int n = 0; n < increments; n++) {
                    assertTrue(number.increment().succeeded());
                }
                return null;
            }));
        }
        for (Future<Void> each : done) {
            get(each);
        }
        assertEquals(
                threads * increments,
                new DistributedAtomicLong(client, path, NO_RETRY).get().postValue());
    }

    @Test
    void anAtomicIntegerCountsBothWays() throws Exception {
        DistributedAtomicInteger number = new DistributedAtomicInteger(client, path, NO_RETRY);
        assertTrue(number.initialize(10));
        assertFalse(number.initialize(11), "it is there already");
        AtomicValue<Integer> added = number.add(5);
        assertEquals(10, added.preValue());
        assertEquals(15, added.postValue());
        assertEquals(14, number.decrement().postValue());
        assertEquals(4, number.subtract(10).postValue());
        assertTrue(number.compareAndSet(4, 100).succeeded());
        assertFalse(number.compareAndSet(4, 200).succeeded());
        number.forceSet(-1);
        assertEquals(
                -1, new DistributedAtomicInteger(other, path, NO_RETRY).get().postValue());
    }

    @Test
    void anAtomicValueIsSetOnlyFromWhatItIs() throws Exception {
        DistributedAtomicValue mine = new DistributedAtomicValue(client, path, NO_RETRY);
        assertTrue(mine.initialize(bytes("a")));
        DistributedAtomicValue theirs = new DistributedAtomicValue(other, path, NO_RETRY);
        assertTrue(theirs.compareAndSet(bytes("a"), bytes("b")).succeeded());
        AtomicValue<byte[]> late = mine.compareAndSet(bytes("a"), bytes("c"));
        assertFalse(late.succeeded());
        assertArrayEquals(bytes("b"), mine.get().postValue());
        assertTrue(mine.trySet(bytes("d")).succeeded());
        assertArrayEquals(bytes("d"), theirs.get().postValue());
    }

    @Test
    void cachedNumbersAreTakenInBlocks() throws Exception {
        CachedAtomicLong longs = new CachedAtomicLong(new DistributedAtomicLong(client, path, NO_RETRY), 3);
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            taken.add(longs.next().postValue());
        }
        assertEquals(List.of(1L, 2L, 3L, 4L), taken);
        assertEquals(6L, new DistributedAtomicLong(other, path, NO_RETRY).get().postValue());
        CachedAtomicInteger integers =
                new CachedAtomicInteger(new DistributedAtomicInteger(client, path + "-int", NO_RETRY), 2);
        assertEquals(1, integers.next().postValue());
        assertEquals(
                2,
                new DistributedAtomicInteger(other, path + "-int", NO_RETRY)
                        .get()
                        .postValue());
    }
}
