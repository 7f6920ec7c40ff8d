package io.lyrebird.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreFullException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A disk that is full, and one that fails a sync. */
class FileLogFaultTest {
    private static final Path FOLDER = Path.of("/log");
    private static final FileLog.Sizes SIZES = new FileLog.Sizes(1024, 2048);

    private final SimulatedDisk disk = new SimulatedDisk();
    private final Health health = new Health();

    private FileLog create() throws StoreException {
        return FileLog.create(disk, FOLDER, SIZES, health, new SameThread());
    }

    private FileLog reopen(SimulatedDisk left) throws StoreException {
        return FileLog.open(left, FOLDER, SIZES, new Health(), new SameThread());
    }

    @Test
    void afterAFailedSyncEverythingIsRefusedForGood() throws StoreException {
        FileLog log = create();
        FileRegisters registers = FileRegisters.create(disk, FOLDER.resolve("registers"), health);
        log.append(1, new byte[100]);
        log.sync();
        log.append(2, new byte[100]);
        disk.failSyncs();
        StoreException failed = assertThrows(StoreException.class, log::sync);
        assertTrue(failed.getMessage().contains(FOLDER.toString()), failed.getMessage());
        assertFalse(failed instanceof StoreFullException);
        for (int i = 0; i < 2; i++) {
            assertThrows(StoreException.class, log::sync);
            assertThrows(StoreException.class, () -> log.append(3, new byte[1]));
            assertThrows(StoreException.class, () -> log.truncateAfter(1));
            assertThrows(StoreException.class, () -> log.dropBefore(1));
            assertThrows(StoreException.class, () -> registers.put("epoch", new byte[1]));
        }
        try (FileLog later = reopen(disk.afterKill())) {
            assertEquals(1, later.lastZxid());
        }
    }

    @Test
    void aFullDiskIsSaidClearlyAndNothingAcknowledgedIsLost() throws StoreException {
        FileLog log = create();
        disk.limitSpace(20_000);
        long acknowledged = 0;
        StoreFullException full = null;
        for (long zxid = 1; zxid < 1000 && full == null; zxid++) {
            try {
                log.append(zxid, new byte[300]);
                log.sync();
                acknowledged = zxid;
            } catch (StoreFullException e) {
                full = e;
            }
        }
        assertTrue(full != null && acknowledged > 20, "acknowledged " + acknowledged);
        assertTrue(full.getMessage().contains("No space left"), full.getMessage());
        assertThrows(StoreException.class, log::sync);
        SimulatedDisk left = disk.afterKill();
        try (FileLog later = reopen(left)) {
            assertTrue(later.lastZxid() >= acknowledged);
            later.append(2000, new byte[300]);
            later.sync();
        }
        try (FileLog again = reopen(left)) {
            assertEquals(2000, again.lastZxid());
        }
    }

    @Test
    void aTruncationThatFindsTheDiskFullIsNotTakenForDone() throws StoreException {
        FileLog log = create();
        for (long zxid = 1; zxid <= 50; zxid++) {
            log.append(zxid, new byte[30]);
            log.sync();
        }
        disk.limitSpace(200);
        assertThrows(StoreFullException.class, () -> log.truncateAfter(2));
        assertThrows(StoreException.class, () -> log.append(3, new byte[1]));
        try (FileLog later = reopen(disk.afterKill())) {
            assertTrue(later.lastZxid() >= 2, "the log ends at " + later.lastZxid());
            later.truncateAfter(2);
            assertEquals(2, later.lastZxid());
        }
    }

    @Test
    void aFailedSyncOfTheRegistersLeavesTheOldValues() throws StoreException {
        Path file = FOLDER.resolve("registers");
        FileRegisters registers = FileRegisters.create(disk, file, health);
        registers.putAll(Map.of("a", new byte[] {1}, "b", new byte[] {1}));
        disk.failSyncs();
        assertThrows(StoreException.class, () -> registers.putAll(Map.of("a", new byte[] {2}, "b", new byte[] {2})));
        assertThrows(StoreException.class, () -> registers.put("a", new byte[] {3}));
        assertEquals(1, registers.get("a").orElseThrow()[0]);
        FileRegisters later = FileRegisters.open(disk.afterKill(), file, new Health());
        assertEquals(later.get("a").orElseThrow()[0], later.get("b").orElseThrow()[0]);
    }
}
