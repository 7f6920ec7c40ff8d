package io.lyrebird.server.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestAuthTest {
    private static final String SUPER_DIGEST = "super:D/InIHSb7yEEbrWz8b9l71RjZJU=";

    private final DigestAuth digest = new DigestAuth("SHA1", SUPER_DIGEST);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whoKnowsThePasswordIsUserAndHash() {
        assertEquals(
                AuthOutcome.accepted(new Identity("digest", "user:tl+z3z0vO6PfPfEENfLF96E6pM0=")),
                digest.authenticate(bytes("user:test"), "1.2.3.4"));
        assertEquals(AuthOutcome.FAILED, digest.authenticate(null, "1.2.3.4"));
    }

    @Test
    void theSuperUserIsSuperToo() {
        assertEquals(
                AuthOutcome.accepted(DigestAuth.SUPER, new Identity("digest", SUPER_DIGEST)),
                digest.authenticate(bytes("super:test"), "1.2.3.4"));
        assertEquals(
                AuthOutcome.accepted(new Identity("digest", SUPER_DIGEST)),
                new DigestAuth("SHA1", null).authenticate(bytes("super:test"), "1.2.3.4"));
    }

    @Test
    void theUserEndsAtTheFirstColonAndTheHashIsOfEverything() {
        assertTrue(digest.digest("a:b:c").startsWith("a:"));
        assertTrue(digest.digest("no-colon").startsWith("no-colon:"));
        assertEquals("a", digest.userName("a:b:c"));
        assertEquals("a", digest.userName("a"));
    }

    @Test
    void otherAlgorithmsGiveOtherHashes() {
        assertTrue(new DigestAuth("SHA3-256", null).digest("user:test").length() > 40);
        assertThrows(IllegalArgumentException.class, () -> new DigestAuth("ROT13", null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", ":b", "a:b:", "a:b::"})
    void anIdHasTwoParts(String id) {
        assertTrue(digest.isValid(id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a:", ":", "::", "a:b:c", "a::b"})
    void anythingElseIsNoId(String id) {
        assertFalse(digest.isValid(id));
    }
}
