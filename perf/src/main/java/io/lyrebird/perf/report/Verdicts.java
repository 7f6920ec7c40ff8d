package io.lyrebird.perf.report;

import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import io.lyrebird.perf.scenario.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Which numbers of a scenario are shown, and whether its targets were met. */
final class Verdicts {
    /** A target of one challenger with the ratio that was measured. */
    record Verdict(Scenario scenario, String server, Target target, double ratio, boolean toBaseline) {
        boolean isMet() {
            return target.isMetBy(ratio);
        }
    }

    private final ReportData data;

    Verdicts(ReportData data) {
        this.data = data;
    }

    /** Those with a target first, then what a reader expects of the kind. */
    static List<Metric> metrics(Scenario scenario) {
        Set<Metric> metrics = new LinkedHashSet<>();
        metrics.add(headline(scenario));
        scenario.targets().forEach(target -> metrics.add(target.metric()));
        metrics.addAll(
                switch (scenario.kind()) {
                    case LOAD -> List.of(Metric.P50, Metric.P99, Metric.P999, Metric.CPU, Metric.RSS, Metric.DISK);
                    case WATCHES -> List.of(Metric.P50, Metric.CPU);
                    case MEMORY -> List.of(Metric.RSS_FILLED, Metric.HEAP_LIVE, Metric.FILL, Metric.RESTART);
                    case START -> List.of();
                });
        return new ArrayList<>(metrics);
    }

    /** The one number to compare a scenario by. */
    static Metric headline(Scenario scenario) {
        return switch (scenario.kind()) {
            case LOAD -> scenario.rate() == null ? Metric.THROUGHPUT : Metric.P999;
            case WATCHES -> Metric.LAST_NOTIFIED;
            case MEMORY -> Metric.RSS_IDLE;
            case START -> Metric.START;
        };
    }

    List<Verdict> all() {
        List<Verdict> verdicts = new ArrayList<>();
        for (Scenario scenario : data.measured()) {
            for (String server : data.challengers()) {
                for (Target target : scenario.targets()) {
                    OptionalDouble ratio =
                            data.results().ratio(scenario.name(), server, data.reference(), target.metric());
                    ratio.ifPresent(value -> verdicts.add(new Verdict(scenario, server, target, value, false)));
                }
                for (Target target : scenario.baselineTargets()) {
                    OptionalDouble ratio = data.results()
                            .ratioToBaseline(scenario.name(), scenario.baseline(), server, target.metric());
                    ratio.ifPresent(value -> verdicts.add(new Verdict(scenario, server, target, value, true)));
                }
            }
        }
        return verdicts;
    }
}
