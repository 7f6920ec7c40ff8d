package io.lyrebird.perf.report;

import io.lyrebird.perf.bench.Results;
import io.lyrebird.perf.bench.Timing;
import io.lyrebird.perf.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * All that the page tells.
 *
 * @param servers name to description; of several the first is what the others are held against
 * @param machine facts in the order of the page
 */
public record ReportData(
        String date,
        String commandLine,
        Map<String, String> servers,
        Map<String, String> machine,
        Timing timing,
        List<Scenario> scenarios,
        Results results) {
    List<String> serverNames() {
        return List.copyOf(servers.keySet());
    }

    String reference() {
        return serverNames().get(0);
    }

    List<String> challengers() {
        return serverNames().subList(1, servers.size());
    }

    boolean isComparison() {
        return servers.size() > 1;
    }

    /** Scenarios that something was measured of. */
    List<Scenario> measured() {
        return scenarios.stream()
                .filter(scenario -> results.rounds().stream()
                        .anyMatch(round -> round.scenario().equals(scenario.name())))
                .toList();
    }
}
