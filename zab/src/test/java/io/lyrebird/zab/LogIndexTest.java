package io.lyrebird.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LogIndexTest {
    @Test
    void knowsExactlyWhatASetOfZxidsKnows() {
        Random random = new Random(3);
        for (int run = 0; run < 200; run++) {
            LogIndex index = new LogIndex(0);
            NavigableSet<Long> expected = new TreeSet<>();
            for (int step = 0; step < 60; step++) {
                change(random, index, expected);
                compare(index, expected);
            }
        }
    }

    private static void change(Random random, LogIndex index, NavigableSet<Long> expected) {
        long last = index.lastZxid();
        switch (random.nextInt(8)) {
            case 0 -> {
                long cut = anyOf(random, index, expected);
                index.truncateAfter(cut);
                expected.tailSet(cut, false).clear();
            }
            case 1 -> {
                long drop = anyOf(random, index, expected);
                index.dropUpTo(drop);
                expected.headSet(drop, true).clear();
            }
            default -> {
                long zxid = random.nextInt(4) == 0 ? Zxid.of(Zxid.epoch(last) + 1 + random.nextInt(2), 1) : last + 1;
                index.append(zxid);
                expected.add(zxid);
            }
        }
    }

    private static long anyOf(Random random, LogIndex index, NavigableSet<Long> expected) {
        int at = random.nextInt(expected.size() + 1);
        return at == expected.size()
                ? index.baseZxid()
                : expected.stream().skip(at).findFirst().orElseThrow();
    }

    private static void compare(LogIndex index, NavigableSet<Long> expected) {
        long base = index.baseZxid();
        assertEquals(expected.isEmpty() ? base : expected.last(), index.lastZxid());
        NavigableSet<Long> probes = new TreeSet<>(expected);
        expected.forEach(zxid -> probes.add(zxid + 1));
        probes.add(base);
        for (long probe : probes) {
            assertEquals(expected.contains(probe) || probe == base, index.contains(probe));
            Long before = expected.lower(probe);
            assertEquals(before == null ? base : before, index.before(probe));
            assertEquals(expected.tailSet(probe, false).size(), index.countAfter(probe));
        }
    }

    @Test
    void refusesAHole() {
        LogIndex index = new LogIndex(Zxid.of(1, 4));
        assertThrows(IllegalStateException.class, () -> index.append(Zxid.of(1, 6)));
        assertThrows(IllegalStateException.class, () -> index.append(Zxid.of(2, 2)));
        index.append(Zxid.of(2, 1));
        assertThrows(IllegalStateException.class, () -> index.append(Zxid.of(2, 1)));
    }

    @Test
    void isCutOnlyAtATxnItHolds() {
        LogIndex index = LogIndex.recovered(0, LongStream.of(Zxid.of(1, 1), Zxid.of(1, 2), Zxid.of(3, 1)));
        assertThrows(IllegalStateException.class, () -> index.truncateAfter(Zxid.of(1, 3)));
        index.truncateAfter(Zxid.of(1, 1));
        assertEquals(Zxid.of(1, 1), index.lastZxid());
        assertFalse(index.hasEpoch(3));
        assertTrue(index.hasEpoch(1));
    }

    @Test
    void recoveryUsesWhatTheLogHasBeforeTheImage() {
        LogIndex index =
                LogIndex.recovered(Zxid.of(1, 4), LongStream.rangeClosed(2, 6).map(counter -> Zxid.of(1, counter)));
        assertEquals(Zxid.of(1, 1), index.baseZxid());
        assertEquals(Zxid.of(1, 6), index.lastZxid());
    }

    @Test
    void recoveryForgetsWhatIsBeforeAHoleUpToTheImage() {
        LogIndex index = LogIndex.recovered(
                Zxid.of(1, 9), LongStream.of(Zxid.of(1, 1), Zxid.of(1, 2), Zxid.of(1, 8), Zxid.of(1, 9)));
        assertEquals(Zxid.of(1, 7), index.baseZxid());
    }

    @Test
    void recoveryRefusesAHoleAfterTheImage() {
        assertThrows(
                IllegalStateException.class,
                () -> LogIndex.recovered(Zxid.of(1, 1), LongStream.of(Zxid.of(1, 2), Zxid.of(1, 4))));
        assertThrows(
                IllegalStateException.class, () -> LogIndex.recovered(Zxid.of(1, 1), LongStream.of(Zxid.of(1, 3))));
    }

    @Test
    void recoveryOfALogThatEndsBeforeTheImageBeginsThere() {
        LogIndex index = LogIndex.recovered(Zxid.of(2, 4), LongStream.of(Zxid.of(1, 1), Zxid.of(1, 2)));
        assertEquals(Zxid.of(2, 4), index.baseZxid());
        assertEquals(Zxid.of(2, 4), index.lastZxid());
    }
}
