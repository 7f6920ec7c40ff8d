package io.lyrebird.zab.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@code -Dseeds=N} runs more, {@code -DfirstSeed=N} others, {@code -Dseed=N} one, with everything that happens in it.
 */
class SimulationTest {
    private static final long SEEDS = 2000;

    /** A simulation that does not get into these proves nothing about them. */
    private static final List<String> TROUBLES = List.of(
            "Diff",
            "Trunc",
            "Snap",
            "Inform",
            "truncated",
            "snapshot installed",
            "snapshot interrupted",
            "sent from the log",
            "delivered from the log",
            "crash with un-synced work",
            "LOOKING",
            "OBSERVING",
            "seed with 3 voters",
            "seed with 5 voters",
            "seed with 7 voters",
            "seed with groups and weights",
            "seed with observers",
            "full partition",
            "one-way partition",
            "bridge partition",
            "clock jump",
            "process stopped for a while",
            "disk with syncs up to 800 ms",
            "links of another speed",
            "epoch that ran out of zxids",
            "client's write answered",
            "client's sync and read answered",
            "client's answer lost",
            "client out of patience");

    @Test
    void everySeedKeepsTheInvariantsAndGetsOnAfterItsFaults() {
        Long one = Long.getLong("seed");
        if (one != null) {
            System.out.println(Simulation.run(one, true));
            return;
        }
        Map<String, Long> counts = Simulation.run(Long.getLong("firstSeed", 1), Long.getLong("seeds", SEEDS));
        if (System.getProperty("seeds") != null) {
            System.out.println(counts);
        }
        for (String trouble : TROUBLES) {
            assertTrue(counts.getOrDefault(trouble, 0L) > 0, "no seed has come to: " + trouble);
        }
    }

    @Test
    void theSameSeedDoesTheSame() {
        assertEquals(Simulation.run(7, false), Simulation.run(7, false));
    }
}
