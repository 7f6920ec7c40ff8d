package io.lyrebird.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileRegistersPowerLossTest {
    private static final Path FILE = Path.of("/data/registers");

    @Test
    void allOfTheOldOrAllOfTheNewValuesAreThere() throws StoreException {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            SimulatedDisk disk = new SimulatedDisk();
            FileRegisters registers = FileRegisters.create(disk, FILE, new Health());
            disk.losePowerAfter(random.nextInt(40));
            int acknowledged = 0;
            try {
                for (int i = 1; i < 20; i++) {
                    registers.putAll(Map.of("a", bytes(i, 10), "b", bytes(i, random.nextInt(2000) + 1)));
                    acknowledged = i;
                }
            } catch (SimulatedDisk.PowerLoss e) {
                disk = random.nextBoolean() ? disk.afterKill() : disk.afterPowerLoss(random);
            }
            FileRegisters left = FileRegisters.open(disk, FILE, new Health());
            int a = left.get("a").map(value -> (int) value[0]).orElse(0);
            int b = left.get("b").map(value -> (int) value[0]).orElse(0);
            assertEquals(a, b, "seed " + seed);
            assertTrue(a == acknowledged || a == acknowledged + 1, "seed " + seed + ": " + a + ", " + acknowledged);
            FileRegisters later = FileRegisters.open(disk.afterPowerLoss(random), FILE, new Health());
            assertEquals(
                    a, (int) later.get("a").map(value -> (int) value[0]).orElse(0), "seed " + seed + ": it went back");
        }
    }

    private static byte[] bytes(int first, int length) {
        byte[] bytes = new byte[length];
        bytes[0] = (byte) first;
        return bytes;
    }

    @Test
    void noFlippedBitGoesUnnoticed() throws StoreException {
        SimulatedDisk disk = new SimulatedDisk();
        FileRegisters.create(disk, FILE, new Health()).putAll(Map.of("a", bytes(1, 10), "b", bytes(1, 50)));
        for (int at = 0; at < disk.bytes(FILE).length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                SimulatedDisk damaged = disk.withFlippedBit(FILE, at, bit);
                assertThrows(
                        StoreCorruptedException.class,
                        () -> FileRegisters.open(damaged, FILE, new Health()),
                        "byte " + at);
            }
        }
    }
}
