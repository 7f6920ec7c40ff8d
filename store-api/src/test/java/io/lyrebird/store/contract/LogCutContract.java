package io.lyrebird.store.contract;

import static io.lyrebird.store.contract.LogContract.append;
import static io.lyrebird.store.contract.LogContract.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cutting the log at its end (truncation) and at its front (purge). */
abstract class LogCutContract {
    abstract Subject subject();

    /** Entries 10, 20, … 100 in groups of three. */
    private TxnLog filled() throws StoreException {
        TxnLog log = subject().store().log();
        for (int i = 1; i <= 10; i++) {
            append(log, i * 10L);
            if (i % 3 == 0) {
                log.sync();
            }
        }
        log.sync();
        return log;
    }

    private void checkTruncation(long afterZxid, Long... left) throws StoreException {
        TxnLog log = filled();
        log.truncateAfter(afterZxid);
        List<Long> expected = List.of(left);
        long last = left.length == 0 ? 0 : left[left.length - 1];
        assertEquals(expected, read(log, 0));
        assertEquals(last, log.lastZxid());
        assertEquals(left.length == 0 ? 0 : 10, log.firstZxid());
        if (subject().provider().durable()) {
            log = subject().reopen().log();
            assertEquals(expected, read(log, 0));
            assertEquals(last, log.lastZxid());
        }
        append(log, last + 1, 200);
        log.sync();
        assertEquals(List.of(last + 1, 200L), read(log, last + 1));
        assertEquals(left.length + 2, read(log, 0).size());
        if (subject().provider().durable()) {
            assertEquals(left.length + 2, read(subject().reopen().log(), 0).size());
        }
    }

    @Test
    void truncationInTheMiddleOfAGroup() throws StoreException {
        checkTruncation(50, 10L, 20L, 30L, 40L, 50L);
    }

    @Test
    void truncationBetweenTwoGroups() throws StoreException {
        checkTruncation(60, 10L, 20L, 30L, 40L, 50L, 60L);
    }

    @Test
    void truncationAtAZxidThatIsNotThere() throws StoreException {
        checkTruncation(45, 10L, 20L, 30L, 40L);
    }

    @Test
    void truncationOfAll() throws StoreException {
        checkTruncation(0);
    }

    @Test
    void truncationBelowTheFirst() throws StoreException {
        checkTruncation(9);
    }

    @Test
    void truncationAtOrBeyondTheEndChangesNothing() throws StoreException {
        TxnLog log = filled();
        log.truncateAfter(100);
        log.truncateAfter(1000);
        assertEquals(10, read(log, 0).size());
        assertEquals(100, log.lastZxid());
    }

    @Test
    void truncationCutsWhatIsNotSyncedToo() throws StoreException {
        TxnLog log = filled();
        append(log, 110, 120, 130);
        log.truncateAfter(120);
        assertEquals(120, log.lastZxid());
        log.sync();
        assertEquals(List.of(100L, 110L, 120L), read(log, 100));
        append(log, 125);
        log.truncateAfter(100);
        append(log, 101);
        log.sync();
        assertEquals(List.of(100L, 101L), read(log, 100));
    }

    @Test
    void whatComesAfterATruncationHasNothingOfWhatWasCut() throws StoreException {
        SortedMap<Long, byte[]> expected = new TreeMap<>();
        TxnLog log = subject().store().log();
        for (int round = 0; round < 20; round++) {
            for (long zxid = log.lastZxid() + 1; zxid <= 120; zxid++) {
                byte[] txn = Bytes.random(round * 1000L + zxid, 100 + round);
                expected.put(zxid, txn);
                log.append(zxid, txn);
            }
            log.sync();
            if (round % 5 == 4 && subject().provider().durable()) {
                log = subject().reopen().log();
            }
            try (TxnCursor cursor = log.read(0)) {
                for (Map.Entry<Long, byte[]> entry : expected.entrySet()) {
                    assertTrue(cursor.next());
                    assertEquals(entry.getKey(), cursor.zxid());
                    assertArrayEquals(entry.getValue(), cursor.txn());
                }
            }
            long cutAfter = round * 37L % 120;
            log.truncateAfter(cutAfter);
            expected.tailMap(cutAfter + 1).clear();
            assertEquals(cutAfter, log.lastZxid());
        }
    }

    @Test
    void purgeKeepsEverythingFromTheGivenZxidOn() throws StoreException {
        TxnLog log = filled();
        log.dropBefore(55);
        List<Long> left = read(log, 0);
        assertTrue(left.containsAll(List.of(60L, 70L, 80L, 90L, 100L)), left.toString());
        assertEquals(left.get(0), log.firstZxid());
        if (subject().provider().durable()) {
            subject().store().image().apply(new ImageBatch(), 54);
            subject().store().image().sync();
            log = subject().reopen().log();
            assertTrue(read(log, 0).containsAll(List.of(60L, 70L, 80L, 90L, 100L)));
        }
        append(log, 110);
        log.sync();
        assertEquals(List.of(100L, 110L), read(log, 100));
    }

    @Test
    void purgeAlwaysKeepsTheNewestEntry() throws StoreException {
        TxnLog log = filled();
        log.dropBefore(Long.MAX_VALUE);
        assertEquals(100, log.lastZxid());
        assertEquals(List.of(100L), read(log, 100));
        if (subject().provider().durable()) {
            subject().store().image().apply(new ImageBatch(), 100);
            subject().store().image().sync();
            log = subject().reopen().log();
            assertEquals(100, log.lastZxid());
            assertEquals(List.of(100L), read(log, 100));
        }
    }

    @Test
    void aLogThatIsPurgedMayBeTruncated() throws StoreException {
        TxnLog log = filled();
        log.dropBefore(50);
        log.truncateAfter(70);
        assertEquals(List.of(60L, 70L), read(log, 60));
        log.truncateAfter(0);
        assertEquals(0, log.lastZxid());
        append(log, 3);
        log.sync();
        assertEquals(List.of(3L), read(log, 0));
    }

    @Test
    void purgeGivesTheSpaceBack() throws StoreException, IOException {
        subject().needsDurability();
        long zxid = 0;
        long bytes = 0;
        TxnLog log = subject().store().log();
        for (int round = 0; round < 24; round++) {
            for (int i = 0; i < 1000; i++) {
                log.append(++zxid, Bytes.random(zxid, 8 << 10));
                bytes += 8 << 10;
                if (i % 50 == 49) {
                    log.sync();
                }
            }
            subject().store().image().apply(new ImageBatch(), zxid);
            subject().store().image().sync();
            log.dropBefore(zxid - 100);
        }
        long used = usedBytes(subject().config().logDir());
        assertTrue(used < bytes * 3 / 4, used + " bytes are used for the end of a log of " + bytes);
        log = subject().reopen().log();
        assertEquals(LongStream.rangeClosed(zxid - 100, zxid).boxed().toList(), zxidsFrom(log, zxid - 100));
    }

    private static List<Long> zxidsFrom(TxnLog log, long fromZxid) throws StoreException {
        List<Long> zxids = new ArrayList<>();
        try (TxnCursor cursor = log.read(fromZxid)) {
            while (cursor.next()) {
                zxids.add(cursor.zxid());
            }
        }
        return zxids;
    }

    private static long usedBytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    @Test
    void aCursorNeverSkipsWhatIsPurgedMeanwhile() throws StoreException {
        TxnLog log = subject().store().log();
        long last = 0;
        for (int i = 0; i < 200; i++) {
            for (int j = 0; j < 20; j++) {
                log.append(++last, Bytes.random(last, 2000));
            }
            log.sync();
        }
        long expected = 1;
        boolean reachedTheEnd = false;
        try (TxnCursor cursor = log.read(1)) {
            assertTrue(cursor.next());
            log.dropBefore(last - 10);
            expected = 2;
            while (cursor.next()) {
                assertEquals(expected++, cursor.zxid());
            }
            reachedTheEnd = true;
        } catch (StoreException dropped) {
            assertTrue(dropped.getMessage().contains("dropped"), dropped.getMessage());
        }
        assertTrue(!reachedTheEnd || expected == last + 1, "the cursor ended at " + expected);
    }
}
