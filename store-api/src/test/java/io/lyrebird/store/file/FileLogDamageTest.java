package io.lyrebird.store.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every single bit of a log's files, flipped. */
class FileLogDamageTest {
    private static final Path FOLDER = Path.of("/log");
    private static final FileLog.Sizes SIZES = new FileLog.Sizes(700, 700);
    private static final int ENTRIES = 30;

    private static byte[] txn(long zxid) {
        byte[] txn = new byte[(int) (zxid * 17 % 90)];
        new Random(zxid).nextBytes(txn);
        return txn;
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static FileLog open(SimulatedDisk disk) throws StoreException {
        return FileLog.open(disk, FOLDER, SIZES, new Health(), new SameThread());
    }

    private static FileLog filled(SimulatedDisk disk) throws StoreException {
        FileLog log = FileLog.create(disk, FOLDER, SIZES, new Health(), new SameThread());
        for (long zxid = 1; zxid <= ENTRIES; zxid++) {
            log.append(zxid, txn(zxid));
            if (zxid % 3 == 0) {
                log.sync();
            }
        }
        log.sync();
        return log;
    }

    /** Whether everything is there; if not there must be an error that says where. */
    private static boolean isIntact(SimulatedDisk disk, String what) {
        try (FileLog log = open(disk);
                TxnCursor cursor = log.read(0)) {
            for (long zxid = 1; zxid <= ENTRIES; zxid++) {
                assertTrue(cursor.next(), what + ": the log ends before " + zxid);
                assertEquals(zxid, cursor.zxid(), what);
                assertArrayEquals(txn(zxid), cursor.txn(), what);
            }
            assertEquals(ENTRIES, log.lastZxid(), what);
            return true;
        } catch (StoreException e) {
            assertTrue(e instanceof StoreCorruptedException, what + ": " + e);
            assertTrue(e.getMessage().contains(FOLDER.toString()), what + ": " + e);
            return false;
        }
    }

    private static int flipAll(SimulatedDisk disk) {
        int errors = 0;
        for (Path file : disk.files()) {
            for (int at = 0; at < disk.bytes(file).length; at++) {
                for (int bit = 0; bit < 8; bit++) {
                    String what = "bit " + bit + " of byte " + at + " of " + file;
                    errors += isIntact(disk.withFlippedBit(file, at, bit), what) ? 0 : 1;
                }
            }
        }
        return errors;
    }

    @Test
    void noFlippedBitInAClosedLogGoesUnnoticed() throws StoreException {
        SimulatedDisk disk = new SimulatedDisk();
        filled(disk).close();
        assertTrue(isIntact(disk.afterKill(), "unchanged"));
        int written = ENTRIES * 40;
        assertTrue(flipAll(disk) > written * 8);
    }

    @Test
    void noFlippedBitInALogThatWasKilledGoesUnnoticed() throws StoreException {
        SimulatedDisk disk = new SimulatedDisk();
        filled(disk);
        assertTrue(isIntact(disk.afterKill(), "unchanged"));
        int written = ENTRIES * 40;
        assertTrue(flipAll(disk) > written * 8);
    }

    @Test
    void aGroupThatALaterOneProvesToBeSyncedIsNotCutOffEvenIfTheNoteIsOld() throws StoreException, IOException {
        SimulatedDisk disk = new SimulatedDisk();
        FileLog log = FileLog.create(disk, FOLDER, new FileLog.Sizes(8192, 8192), new Health(), new SameThread());
        Path mark = FOLDER.resolve(AckMark.OF_LOG);
        byte[] oldNote = disk.bytes(mark).clone();
        log.append(1, random(2000));
        log.sync();
        log.append(2, random(100));
        log.sync();
        SimulatedDisk left = disk.afterKill();
        overwrite(left, mark, 0, oldNote);
        // The sectors of the first group are as if they had never been written.
        overwrite(left, Segment.path(FOLDER, 1), 512, new byte[1024]);
        String message =
                assertThrows(StoreCorruptedException.class, () -> open(left)).getMessage();
        assertTrue(message.contains("later group"), message);
    }

    @Test
    void theUnsyncedTailIsCutOffWithoutAWord() throws StoreException, IOException {
        SimulatedDisk disk = new SimulatedDisk();
        FileLog log = FileLog.create(disk, FOLDER, new FileLog.Sizes(8192, 8192), new Health(), new SameThread());
        log.append(1, new byte[100]);
        log.sync();
        SimulatedDisk synced = disk.afterKill();
        log.append(2, txn(5));
        log.append(3, random(2000));
        log.sync();
        // As if the sync had not happened: the note is the old one, and one sector never reached the disk.
        SimulatedDisk torn = disk.afterKill();
        overwrite(torn, FOLDER.resolve(AckMark.OF_LOG), 0, synced.bytes(FOLDER.resolve(AckMark.OF_LOG)));
        overwrite(torn, Segment.path(FOLDER, 1), 1024, new byte[512]);
        try (FileLog recovered = open(torn)) {
            assertEquals(1, recovered.lastZxid());
            recovered.append(2, txn(2));
            recovered.sync();
        }
        try (FileLog again = open(torn)) {
            assertEquals(2, again.lastZxid());
        }
    }

    private static void overwrite(SimulatedDisk disk, Path file, long at, byte[] bytes) throws IOException {
        try (Disk.DiskFile open = disk.open(file, Disk.Mode.READ_WRITE)) {
            open.write(ByteBuffer.wrap(bytes), at);
        }
    }

    @Test
    void aSegmentThatIsMissingInTheMiddleIsNamed() throws StoreException, IOException {
        SimulatedDisk disk = new SimulatedDisk();
        filled(disk).close();
        disk.delete(Segment.path(FOLDER, 2));
        String message =
                assertThrows(StoreCorruptedException.class, () -> open(disk)).getMessage();
        assertTrue(message.contains("txns-0000000001") && message.contains("txns-0000000003"), message);
    }

    @Test
    void aLastSegmentThatIsMissingIsNoticed() throws StoreException, IOException {
        SimulatedDisk disk = new SimulatedDisk();
        filled(disk).close();
        Path last = disk.files().stream()
                .filter(file -> Segment.number(file) > 0)
                .reduce((a, b) -> b)
                .orElseThrow();
        disk.delete(last);
        String message =
                assertThrows(StoreCorruptedException.class, () -> open(disk)).getMessage();
        assertTrue(message.contains("0x" + Long.toHexString(ENTRIES)), message);
    }
}
