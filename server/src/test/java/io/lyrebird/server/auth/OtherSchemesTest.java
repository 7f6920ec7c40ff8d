package io.lyrebird.server.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.auth.AuthOutcome.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtherSchemesTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Verdict key(String key, String token) {
        byte[] keyBytes = key == null ? null : bytes(key);
        return new KeyAuth(() -> keyBytes)
                .authenticate(bytes(token), "127.0.0.1")
                .verdict();
    }

    @Test
    void multipleOfTheKeyIsAcceptedAndEverythingIsWhileThereIsNone() {
        assertEquals(Verdict.ACCEPTED, key("7", "21"));
        assertEquals(Verdict.FAILED, key("7", "22"));
        assertEquals(Verdict.FAILED, key("7", "no number"));
        assertEquals(Verdict.FAILED, key("no number", "21"));
        assertEquals(Verdict.ACCEPTED, key("0", "21"));
        assertEquals(Verdict.ACCEPTED, key(null, "no number"));
    }

    @Test
    void clientOfAnotherEnsembleIsTurnedAway() {
        EnsembleAuth auth = new EnsembleAuth(Set.of("us", "we"));
        assertEquals(AuthOutcome.accepted(), auth.authenticate(bytes("we"), "127.0.0.1"));
        assertEquals(AuthOutcome.accepted(), auth.authenticate(bytes(""), "127.0.0.1"));
        assertEquals(AuthOutcome.accepted(), auth.authenticate(null, "127.0.0.1"));
        assertEquals(AuthOutcome.TURNED_AWAY, auth.authenticate(bytes("they"), "127.0.0.1"));
        assertEquals(AuthOutcome.accepted(), new EnsembleAuth(Set.of()).authenticate(bytes("they"), "127.0.0.1"));
    }

    @Test
    void noAclCanNameAnEnsemble() {
        EnsembleAuth auth = new EnsembleAuth(Set.of("us"));
        assertFalse(auth.isValid("us"));
        assertFalse(auth.matches("us", "us"));
        assertFalse(auth.isAuthenticated());
        assertTrue(new KeyAuth(() -> null).isValid("anything"));
    }
}
