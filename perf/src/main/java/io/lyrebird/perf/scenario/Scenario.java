package io.lyrebird.perf.scenario;

import io.lyrebird.perf.load.KeyPicker;
import io.lyrebird.perf.load.NodePaths;
import io.lyrebird.perf.load.OperationMix;
import io.lyrebird.wire.client.CreateMode;
import java.util.List;
import java.util.Set;

/**
 * One thing to measure.
 *
 * @param name the file's name without its ending
 * @param sets which sets of scenarios it belongs to: short, full
 * @param rate null for a closed loop
 * @param baseline the name of the scenario that its own numbers are held against, or null
 * @param targets what is promised of the ratio to the reference server
 * @param ensembleTargets the same for ensembles
 * @param baselineTargets what is promised of the ratio to the baseline, on one and the same server
 */
public record Scenario(
        String name,
        String title,
        Kind kind,
        Set<String> sets,
        int connections,
        int window,
        Rate rate,
        OperationMix mix,
        int nodes,
        int payloadBytes,
        Keys keys,
        CreateMode createMode,
        String baseline,
        List<Target> targets,
        List<Target> ensembleTargets,
        List<Target> baselineTargets) {
    public enum Kind {
        /** Requests of a mix, in a closed or an open loop. */
        LOAD("load"),
        /** One write that fires a watch of every connection. */
        WATCHES("watches"),
        /** Resident memory, empty and filled, and the restart after it. */
        MEMORY("memory"),
        /** From the start of the process to the first session. */
        START("start");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        static Kind ofLabel(String label) {
            for (Kind kind : values()) {
                if (kind.label.equals(label)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException(
                    "there is no kind '" + label + "', only load, watches, memory and start");
        }
    }

    /** A fixed rate, or a fraction of the most that the reference server reaches in another scenario. */
    public record Rate(double perSecond, double fraction, String ofScenario) {
        public static Rate fixed(double perSecond) {
            return new Rate(perSecond, 0, null);
        }

        public boolean isRelative() {
            return ofScenario != null;
        }
    }

    /** Which nodes are asked for. */
    public record Keys(String text) {
        public Keys {
            parse(text, 1);
        }

        public KeyPicker picker(int nodes) {
            return parse(text, nodes);
        }

        private static KeyPicker parse(String text, int nodes) {
            if (text.equals("uniform")) {
                return KeyPicker.uniform(nodes);
            }
            if (text.startsWith("zipf:")) {
                return KeyPicker.zipf(nodes, Double.parseDouble(text.substring("zipf:".length())));
            }
            throw new IllegalArgumentException("keys are uniform or zipf:SKEW, not '" + text + "'");
        }
    }

    public Scenario {
        require(connections >= 1 && connections <= NodePaths.CONNECTIONS_MAX, "connections", connections);
        require(nodes >= 1 && nodes <= NodePaths.NODES_MAX, "tree", nodes);
        require(payloadBytes >= 0 && payloadBytes <= 1_000_000, "payload", payloadBytes);
    }

    public Scenario at(double ratePerSecond) {
        return new Scenario(
                name,
                title,
                kind,
                sets,
                connections,
                window,
                Rate.fixed(ratePerSecond),
                mix,
                nodes,
                payloadBytes,
                keys,
                createMode,
                baseline,
                targets,
                ensembleTargets,
                baselineTargets);
    }

    /** For comparisons that the targets are not about. */
    public Scenario withoutTargets() {
        return with(List.of(), List.of());
    }

    /** For ensembles, of which something else is promised. */
    public Scenario ofEnsemble() {
        return with(ensembleTargets, List.of());
    }

    private Scenario with(List<Target> otherTargets, List<Target> otherBaselineTargets) {
        return new Scenario(
                name,
                title,
                kind,
                sets,
                connections,
                window,
                rate,
                mix,
                nodes,
                payloadBytes,
                keys,
                createMode,
                baseline,
                otherTargets,
                ensembleTargets,
                otherBaselineTargets);
    }

    private static void require(boolean holds, String key, int value) {
        if (!holds) {
            throw new IllegalArgumentException(key + "=" + value + " is out of range");
        }
    }
}
