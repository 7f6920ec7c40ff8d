package io.lyrebird.perf.report;

import io.lyrebird.perf.bench.Results;
import io.lyrebird.perf.bench.Round;
import io.lyrebird.perf.scenario.Metric;
import java.util.Locale;
import java.util.StringJoiner;

/** A line per round, a column per metric; empty where a round has no such number. */
public final class Csv {
    private Csv() {}

    public static String of(Results results) {
        StringBuilder text = new StringBuilder();
        StringJoiner head = new StringJoiner(",");
        head.add("scenario").add("server").add("round");
        Metric.ALL.forEach(
                metric -> head.add(metric.unit().isEmpty() ? metric.label() : metric.label() + " " + metric.unit()));
        text.append(head).append('\n');
        for (Round round : results.rounds()) {
            StringJoiner line = new StringJoiner(",");
            line.add(quoted(round.scenario())).add(quoted(round.server())).add(Integer.toString(round.number()));
            for (Metric metric : Metric.ALL) {
                Double value = round.metrics().get(metric);
                line.add(value == null ? "" : String.format(Locale.ROOT, "%.3f", value));
            }
            text.append(line).append('\n');
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return text.matches("[A-Za-z0-9 ._:-]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
