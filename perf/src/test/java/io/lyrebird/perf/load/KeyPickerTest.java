package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPickerTest {
    private static final int PICKS = 400_000;

    @Test
    void uniformPicksEveryKeyAboutEquallyOften() {
        int keys = 100;
        int[] picked = picks(KeyPicker.uniform(keys), keys);
        for (int key = 0; key < keys; key++) {
            assertEquals(PICKS / keys, picked[key], PICKS / keys * 0.1, "key " + key);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.99, 1.0, 1.5})
    void zipfPicksRanksByTheirPower(double skew) {
        int keys = 1000;
        ZipfKeys zipf = new ZipfKeys(keys, skew);
        double weights = 0;
        for (int rank = 1; rank <= keys; rank++) {
            weights += Math.pow(rank, -skew);
        }
        int[] picked = new int[keys + 1];
        Random64 random = new Random64(7);
        for (int i = 0; i < PICKS; i++) {
            picked[(int) zipf.rank(random)]++;
        }
        for (int rank : new int[] {1, 2, 3, 10, 100}) {
            double expected = PICKS * Math.pow(rank, -skew) / weights;
            assertEquals(expected, picked[rank], 5 * Math.sqrt(expected), "rank " + rank);
        }
    }

    @Test
    void zipfReachesEveryKeyAndNoOther() {
        int keys = 10;
        int[] picked = picks(KeyPicker.zipf(keys, 0.99), keys);
        for (int key = 0; key < keys; key++) {
            assertTrue(picked[key] > 0, "key " + key + " is never picked");
        }
    }

    @Test
    void zipfOfAMillionKeysStaysInRange() {
        KeyPicker zipf = KeyPicker.zipf(1_000_000, 0.99);
        Random64 random = new Random64(3);
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            int key = zipf.next(random);
            assertTrue(key >= 0 && key < 1_000_000, "key " + key);
            seen.add(key);
        }
        assertTrue(seen.size() > 1000, "only " + seen.size() + " different keys");
    }

    @Test
    void noKeysAndNoSkewAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> KeyPicker.uniform(0));
        assertThrows(IllegalArgumentException.class, () -> KeyPicker.zipf(0, 1));
        assertThrows(IllegalArgumentException.class, () -> KeyPicker.zipf(10, 0));
        assertThrows(IllegalArgumentException.class, () -> KeyPicker.zipf(10, Double.NaN));
    }

    private static int[] picks(KeyPicker picker, int keys) {
        int[] picked = new int[keys];
        Random64 random = new Random64(1);
        for (int i = 0; i < PICKS; i++) {
            picked[picker.next(random)]++;
        }
        return picked;
    }
}
