package io.lyrebird.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    @Test
    void valuesFollowOrAreJoined() {
        Arguments arguments = parse("--rounds", "3", "--mix=getData=90,setData=10", "--short");
        assertEquals(3, arguments.get("--rounds", 1, Integer::valueOf));
        assertEquals("getData=90,setData=10", arguments.text("--mix").orElseThrow());
        assertTrue(arguments.has("--short"));
        assertFalse(arguments.has("--full"));
    }

    @Test
    void mistakesAreToldInTheUsersWords() {
        assertEquals("there is no option '--round'", mistake("--round", "3"));
        assertEquals("--rounds needs a value", mistake("--rounds"));
        assertEquals("--rounds needs a value", mistake("--rounds", "--short"));
        assertEquals("--rounds is there twice", mistake("--rounds", "3", "--rounds", "4"));
        Arguments arguments = parse("--rounds", "three");
        assertThrows(Arguments.UsageException.class, () -> arguments.get("--rounds", 1, Integer::valueOf));
    }

    @Test
    void anEnsembleHasAFewServers() {
        Arguments.UsageException e = assertThrows(
                Arguments.UsageException.class, () -> new CompareCommand(List.of("--nodes", "0")).execute());
        assertTrue(e.getMessage().contains("between 1 and"), e.getMessage());
    }

    @Test
    void runNeedsAServer() {
        Arguments.UsageException e =
                assertThrows(Arguments.UsageException.class, () -> new RunCommand(List.of("--short")).execute());
        assertEquals("perf run needs --against HOST:PORT", e.getMessage());
    }

    private static String mistake(String... words) {
        return assertThrows(Arguments.UsageException.class, () -> parse(words)).getMessage();
    }

    private static Arguments parse(String... words) {
        return Arguments.parse(List.of(words), Set.of("--rounds", "--mix"), Set.of("--short", "--full"));
    }
}
