package io.lyrebird.store.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The log on a disk that loses power at any operation, from seeds. */
class FileLogPowerLossTest {
    private static final Path FOLDER = Path.of("/log");
    private static final int RUNS = 1500;
    private static final int LOSSES_PER_RUN = 6;

    private final FileLog.Sizes sizes = new FileLog.Sizes(2048, 8192);

    /** What has been appended and not cut, and the part of it that was acknowledged. */
    private TreeMap<Long, byte[]> appended;

    private long acknowledgedZxid;
    /** While a truncation is on its way, what comes after this may be gone or not. */
    private long cutting;

    private long droppedBelow;

    @Test
    void nothingAcknowledgedIsLostAndNoTornEndIsTakenForDamage() throws Exception {
        for (int run = 0; run < RUNS; run++) {
            long seed = Long.getLong("simulation.seed", 7L) * 1_000_000 + run;
            try {
                run(new Random(seed));
            } catch (AssertionError | StoreException | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
    }

    private void run(Random random) throws StoreException {
        appended = new TreeMap<>();
        acknowledgedZxid = 0;
        cutting = Long.MAX_VALUE;
        droppedBelow = 0;
        SimulatedDisk disk = new SimulatedDisk();
        FileLog.create(disk, FOLDER, sizes, new Health(), new SameThread()).close();
        for (int loss = 0; loss < LOSSES_PER_RUN; loss++) {
            SimulatedDisk failing = disk;
            failing.losePowerAfter(random.nextInt(300));
            try (FileLog log = open(failing)) {
                check(log);
                work(log, random);
            } catch (SimulatedDisk.PowerLoss | StoreException e) {
                assertFalse(failing.hasPower(), () -> "it failed by itself: " + e);
            }
            disk = random.nextBoolean() ? disk.afterKill() : disk.afterPowerLoss(random);
            try (FileLog log = open(disk)) {
                check(log);
            }
        }
    }

    private FileLog open(SimulatedDisk disk) throws StoreException {
        return FileLog.open(disk, FOLDER, sizes, new Health(), new SameThread());
    }

    private void work(FileLog log, Random random) throws StoreException {
        while (true) {
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                long zxid = log.lastZxid() + 1 + random.nextInt(2);
                byte[] txn = new byte[random.nextInt(10) == 0 ? 3000 : random.nextInt(200)];
                if (random.nextBoolean()) {
                    random.nextBytes(txn);
                }
                appended.put(zxid, txn);
                log.append(zxid, txn);
            }
            log.sync();
            acknowledgedZxid = log.lastZxid();
            if (random.nextInt(10) == 0) {
                cutting = Math.max(droppedBelow, log.lastZxid() - random.nextInt(30));
                log.truncateAfter(cutting);
                appended.tailMap(cutting, false).clear();
                acknowledgedZxid = log.lastZxid();
                cutting = Long.MAX_VALUE;
                forgetIfEmpty(log);
            }
            if (random.nextInt(10) == 0) {
                droppedBelow = Math.max(droppedBelow, log.lastZxid() - random.nextInt(40));
                log.dropBefore(droppedBelow);
            }
        }
    }

    /** Everything that must be there is, the rest is a prefix of what was appended; from now on that is what there is. */
    private void check(FileLog log) throws StoreException {
        long mustHave = Math.min(acknowledgedZxid, cutting);
        Map.Entry<Long, byte[]> lastNeeded = appended.floorEntry(mustHave);
        boolean nothingNeeded = lastNeeded == null || lastNeeded.getKey() < droppedBelow && cutting < acknowledgedZxid;
        assertTrue(
                nothingNeeded || log.lastZxid() >= lastNeeded.getKey(),
                "the log ends at " + log.lastZxid() + ", and " + mustHave + " was acknowledged");
        Map.Entry<Long, byte[]> firstNeeded = appended.ceilingEntry(droppedBelow);
        assertTrue(
                firstNeeded == null || log.firstZxid() <= firstNeeded.getKey() || firstNeeded.getKey() > mustHave,
                "the log begins at " + log.firstZxid() + " and was dropped before " + droppedBelow);
        try (TxnCursor cursor = log.read(0)) {
            for (Map.Entry<Long, byte[]> entry :
                    appended.subMap(log.firstZxid(), true, log.lastZxid(), true).entrySet()) {
                assertTrue(cursor.next(), "the log ends before " + entry.getKey());
                assertEquals(entry.getKey(), cursor.zxid());
                assertArrayEquals(entry.getValue(), cursor.txn());
            }
            assertTrue(!cursor.next(), "there is more than was appended");
        }
        appended.tailMap(log.lastZxid(), false).clear();
        acknowledgedZxid = log.lastZxid();
        cutting = Long.MAX_VALUE;
        forgetIfEmpty(log);
    }

    /** What had been dropped at the front of a log that is empty now says nothing about what comes next. */
    private void forgetIfEmpty(FileLog log) {
        if (log.lastZxid() == 0) {
            appended.clear();
            droppedBelow = 0;
        }
    }
}
