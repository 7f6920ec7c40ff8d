package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class LogContract {
    abstract Subject subject();

    static void append(TxnLog log, long... zxids) throws StoreException {
        for (long zxid : zxids) {
            log.append(zxid, Bytes.txn(zxid));
        }
    }

    /** The zxids from there on; the content of each is checked. */
    static List<Long> read(TxnLog log, long fromZxid) throws StoreException {
        List<Long> zxids = new ArrayList<>();
        try (TxnCursor cursor = log.read(fromZxid)) {
            while (cursor.next()) {
                zxids.add(cursor.zxid());
                assertArrayEquals(Bytes.txn(cursor.zxid()), cursor.txn());
            }
        }
        return zxids;
    }

    @Test
    void aNewLogIsEmpty() throws StoreException {
        TxnLog log = subject().store().log();
        assertEquals(0, log.firstZxid());
        assertEquals(0, log.lastZxid());
        assertEquals(List.of(), read(log, 0));
        log.sync();
        log.dropBefore(10);
        log.truncateAfter(0);
        assertEquals(0, log.lastZxid());
    }

    @Test
    void whatIsAppendedIsReadInOrder() throws StoreException {
        TxnLog log = subject().store().log();
        append(log, 1, 2, 3);
        log.sync();
        append(log, 4, 0x1_0000_0001L, 0x7fff_ffff_ffff_ffffL);
        log.sync();
        assertEquals(List.of(1L, 2L, 3L, 4L, 0x1_0000_0001L, Long.MAX_VALUE), read(log, 0));
        assertEquals(1, log.firstZxid());
        assertEquals(Long.MAX_VALUE, log.lastZxid());
    }

    @Test
    void readingBeginsAtTheFirstEntryThatIsNotBelow() throws StoreException {
        TxnLog log = subject().store().log();
        append(log, 10, 20, 30);
        log.sync();
        append(log, 40);
        log.sync();
        assertEquals(List.of(10L, 20L, 30L, 40L), read(log, -5));
        assertEquals(List.of(20L, 30L, 40L), read(log, 20));
        assertEquals(List.of(30L, 40L), read(log, 21));
        assertEquals(List.of(40L), read(log, 40));
        assertEquals(List.of(), read(log, 41));
    }

    @Test
    void firstAndLastCountWhatIsNotSyncedYet() throws StoreException {
        TxnLog log = subject().store().log();
        append(log, 5, 6);
        assertEquals(5, log.firstZxid());
        assertEquals(6, log.lastZxid());
    }

    @Test
    void zxidsMustAscend() throws StoreException {
        TxnLog log = subject().store().log();
        assertThrows(IllegalArgumentException.class, () -> append(log, 0));
        assertThrows(IllegalArgumentException.class, () -> append(log, -1));
        append(log, 7);
        assertThrows(IllegalArgumentException.class, () -> append(log, 7));
        assertThrows(IllegalArgumentException.class, () -> append(log, 6));
        log.sync();
        assertThrows(IllegalArgumentException.class, () -> append(log, 7));
        append(log, 8);
        log.sync();
        assertEquals(List.of(7L, 8L), read(log, 0));
    }

    @Test
    void whatIsSyncedIsThereAfterARestartAndGoesOn() throws StoreException {
        subject().needsDurability();
        for (int round = 0; round < 4; round++) {
            TxnLog log = subject().reopen().log();
            assertEquals(round == 0 ? 0 : 1, log.firstZxid());
            assertEquals(round * 10L, log.lastZxid());
            for (int i = 1; i <= 10; i++) {
                append(log, round * 10L + i);
                if (i % 3 == 0) {
                    log.sync();
                }
            }
            log.sync();
        }
        TxnLog log = subject().reopen().log();
        assertEquals(40, read(log, 0).size());
        assertEquals(40, log.lastZxid());
        assertThrows(IllegalArgumentException.class, () -> append(log, 40));
    }

    @Test
    void emptyAndVeryLargeEntriesAreKept() throws StoreException {
        int[] sizes = {0, 1, 4095, 4096, 1 << 20, (1 << 20) + 1, 5_000_000, 0, 40 << 20, 3};
        TxnLog log = subject().store().log();
        for (int i = 0; i < sizes.length; i++) {
            log.append(i + 1, Bytes.random(i, sizes[i]));
            if (i % 2 == 1) {
                log.sync();
            }
        }
        checkSizes(log, sizes);
        if (subject().provider().durable()) {
            checkSizes(subject().reopen().log(), sizes);
        }
    }

    private static void checkSizes(TxnLog log, int[] sizes) throws StoreException {
        try (TxnCursor cursor = log.read(0)) {
            for (int i = 0; i < sizes.length; i++) {
                assertTrue(cursor.next());
                assertEquals(i + 1, cursor.zxid());
                assertArrayEquals(Bytes.random(i, sizes[i]), cursor.txn());
            }
            assertFalse(cursor.next());
        }
    }

    @Test
    void anEntryThatIsTooLargeIsRefusedAndTheLogGoesOn() throws StoreException {
        TxnLog log = subject().store().log();
        byte[] tooLarge = new byte[TxnLog.ENTRY_MAX_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> log.append(1, tooLarge));
        append(log, 1);
        log.sync();
        assertEquals(List.of(1L), read(log, 0));
    }

    @Test
    void aCursorAtTheEndSkipsNothingIfItGoesOn() throws StoreException {
        TxnLog log = subject().store().log();
        append(log, 1);
        log.sync();
        try (TxnCursor cursor = log.read(1)) {
            assertTrue(cursor.next());
            assertFalse(cursor.next());
            append(log, 2, 3);
            log.sync();
            for (long expected = 2; cursor.next(); expected++) {
                assertEquals(expected, cursor.zxid());
                assertArrayEquals(Bytes.txn(expected), cursor.txn());
            }
        }
    }

    @Test
    void theCursorsArraysBelongToTheCaller() throws StoreException {
        TxnLog log = subject().store().log();
        log.append(1, new byte[] {1, 2, 3});
        log.sync();
        for (int i = 0; i < 2; i++) {
            try (TxnCursor cursor = log.read(1)) {
                assertTrue(cursor.next());
                byte[] txn = cursor.txn();
                assertArrayEquals(new byte[] {1, 2, 3}, txn);
                txn[0] = 9;
            }
        }
    }

    @Test
    void aHundredThousandEntriesAreReadBackFromAnywhere() throws StoreException {
        int count = 100_000;
        TxnLog log = subject().store().log();
        for (long zxid = 1; zxid <= count; zxid++) {
            log.append(zxid, Bytes.of(zxid));
            if (zxid % 500 == 0) {
                log.sync();
            }
        }
        if (subject().provider().durable()) {
            log = subject().reopen().log();
        }
        for (long from : new long[] {1, 2, 501, 77_777, 99_999, 100_000}) {
            try (TxnCursor cursor = log.read(from)) {
                for (long zxid = from; zxid <= count; zxid++) {
                    assertTrue(cursor.next());
                    assertEquals(zxid, cursor.zxid());
                    assertArrayEquals(Bytes.of(zxid), cursor.txn());
                }
                assertFalse(cursor.next());
            }
        }
    }
}
