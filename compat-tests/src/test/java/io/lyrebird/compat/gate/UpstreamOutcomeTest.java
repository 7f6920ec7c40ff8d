package io.lyrebird.compat.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UpstreamOutcomeTest {
    @Test
    void anOutcomeTravelsAsOneLine() {
        UpstreamOutcome outcome = new UpstreamOutcome(
                "test [1] a\\b",
                UpstreamOutcome.Status.FAILED,
                17,
                new Evidence(1, 2, 3),
                "two\nlines,\r\n\ta tab and a back\\nslash");
        String line = outcome.toLine();
        assertEquals(1, line.lines().count());
        assertEquals(outcome, UpstreamOutcome.fromLine(line));
    }

    @Test
    void aPassProvesNothingWithAServerInsideOrWithNobodyToTalkTo() {
        assertTrue(passed(new Evidence(1, 0, 0)).isProvenPass());
        assertTrue(passed(new Evidence(0, 0, 1)).isProvenPass());
        assertFalse(passed(new Evidence(1, 1, 1)).isProvenPass());
        assertFalse(passed(new Evidence(0, 0, 0)).isProvenPass());
    }

    private static UpstreamOutcome passed(Evidence evidence) {
        return new UpstreamOutcome("test", UpstreamOutcome.Status.PASSED, 0, evidence, "");
    }
}
