package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.Operation;
import io.lyrebird.perf.scenario.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** The rounds of a comparison, and what follows from them. */
public final class Results {
    private final List<Round> rounds = new ArrayList<>();

    public void add(Round round) {
        rounds.add(round);
    }

    public List<Round> rounds() {
        return List.copyOf(rounds);
    }

    public List<Round> rounds(String scenario, String server) {
        return rounds.stream()
                .filter(round ->
                        round.scenario().equals(scenario) && round.server().equals(server))
                .toList();
    }

    public double[] values(String scenario, String server, Metric metric) {
        return rounds(scenario, server).stream()
                .filter(round -> round.metrics().containsKey(metric))
                .mapToDouble(round -> round.metrics().get(metric))
                .toArray();
    }

    public OptionalDouble median(String scenario, String server, Metric metric) {
        double[] values = values(scenario, server, metric);
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(median(values));
    }

    /** The median of one server over the median of another. */
    public OptionalDouble ratio(String scenario, String server, String reference, Metric metric) {
        return quotient(median(scenario, server, metric), median(scenario, reference, metric));
    }

    /** The median of a scenario over that of its baseline, on one server. */
    public OptionalDouble ratioToBaseline(String scenario, String baseline, String server, Metric metric) {
        return quotient(median(scenario, server, metric), median(baseline, server, metric));
    }

    /** All rounds in one histogram per operation. */
    public Map<Operation, Histogram> histograms(String scenario, String server) {
        Map<Operation, Histogram> sums = new EnumMap<>(Operation.class);
        for (Round round : rounds(scenario, server)) {
            round.histograms()
                    .forEach((operation, histogram) -> sums.computeIfAbsent(operation, any -> new Histogram(3))
                            .add(histogram));
        }
        return sums;
    }

    private static OptionalDouble quotient(OptionalDouble dividend, OptionalDouble divisor) {
        return dividend.isEmpty() || divisor.isEmpty() || divisor.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(dividend.getAsDouble() / divisor.getAsDouble());
    }

    /** The middle one, or the mean of the two in the middle. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
