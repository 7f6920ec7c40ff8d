package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZnodePathsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/a", "/a/b", "/...", "/.a", "/a.", "/a..b", "/..a", "/ ", "/\u00e4\u4e2d", "/a-b_c:d"})
    void thesePathsAreValid(String path) {
        assertTrue(ZnodePaths.isValid(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a/b",
                "/a/",
                "//",
                "//a",
                "/a//b",
                "/.",
                "/..",
                "/./a",
                "/../a",
                "/a/.",
                "/a/..",
                "/a/./b",
                "/a/../b",
                "/a\0b",
                "/\u0001",
                "/\u001f",
                "/\u007f",
                "/\u009f",
                "/\ud800",
                "/\ud83d\ude00",
                "/\uf8ff",
                "/\ufff0",
                "/\uffff"
            })
    void thesePathsAreNot(String path) {
        assertFalse(ZnodePaths.isValid(path));
    }

    @Test
    void sequencesAreTenWideAndNegativeWhenTheCounterHasOverflowed() {
        assertEquals("/n-0000000000", ZnodePaths.sequential("/n-", 0));
        assertEquals("/2147483647", ZnodePaths.sequential("/", Integer.MAX_VALUE));
        assertEquals("/-2147483648", ZnodePaths.sequential("/", Integer.MIN_VALUE));
        assertEquals("/-000000001", ZnodePaths.sequential("/", -1));
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int counter = random.nextInt() >> random.nextInt(32);
            assertEquals(String.format(Locale.ENGLISH, "/n%010d", counter), ZnodePaths.sequential("/n", counter));
        }
    }
}
