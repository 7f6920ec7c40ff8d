package io.lyrebird.server.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SessionIdentityTest {
    /** Seen in the answer of an Apache server to the client that got this session. */
    @Test
    void passwordIsTheOneApacheDerives() {
        byte[] expected = HexFormat.of().parseHex("140ce5bb114e6510124ff25c421f705c");

        assertArrayEquals(expected, SessionPasswords.of(0x1000019abba0000L));
    }

    @Test
    void onlyTheDerivedPasswordMatches() {
        byte[] password = SessionPasswords.of(42);
        assertTrue(SessionPasswords.matches(42, password));
        assertFalse(SessionPasswords.matches(43, password));
        assertFalse(SessionPasswords.matches(42, new byte[16]));
        assertFalse(SessionPasswords.matches(42, null));
        assertFalse(SessionPasswords.matches(0, SessionPasswords.of(0)));
    }

    @Test
    void idsCarryTheServerInTheTopByteAndNeverRepeat() {
        SessionIds ids = new SessionIds(0x5, 1_700_000_000_000L);
        long first = ids.next();

        assertEquals(0x5, first >>> 56);
        assertEquals(first + 1, ids.next());
        assertNotEquals(first, new SessionIds(0x6, 1_700_000_000_000L).next());
        assertTrue(new SessionIds(0x5, 1_700_000_000_001L).next() > first + 60_000);
    }

    @Test
    void idIsNeverTheOwnerOfContainers() {
        assertNotEquals(Long.MIN_VALUE, new SessionIds(0x80, 0).next());
    }
}
