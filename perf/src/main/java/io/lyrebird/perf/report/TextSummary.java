package io.lyrebird.perf.report;

import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import java.util.Locale;
import java.util.OptionalDouble;

/** The headline of every scenario as a table for the console, in Markdown, so that it can be kept. */
public final class TextSummary {
    private TextSummary() {}

    /** The table with what one needs to judge and repeat it. */
    public static String record(ReportData data) {
        StringBuilder text = new StringBuilder("# " + data.date() + "\n\n");
        text.append("    ").append(data.commandLine()).append("\n\n");
        data.servers().forEach((name, description) -> fact(text, name, description));
        data.machine().forEach((name, value) -> fact(text, name, value));
        fact(
                text,
                "Rounds",
                data.timing().rounds() + " for each server in turn, "
                        + Html.number(data.timing().measureSeconds()) + " s each; medians below");
        return text.append('\n').append(of(data)).toString();
    }

    private static void fact(StringBuilder text, String name, String value) {
        text.append("- ").append(name).append(": ").append(value).append('\n');
    }

    public static String of(ReportData data) {
        StringBuilder text = new StringBuilder("| scenario | metric |");
        StringBuilder rule = new StringBuilder("|---|---|");
        for (String server : data.serverNames()) {
            text.append(' ').append(server).append(" |");
            rule.append("---:|");
        }
        for (String server : data.challengers()) {
            text.append(data.challengers().size() == 1 ? " ratio |" : " ratio of " + server + " |");
            rule.append("---:|");
        }
        text.append('\n').append(rule).append('\n');
        for (Scenario scenario : data.measured()) {
            for (Metric metric : Verdicts.metrics(scenario)) {
                line(text, data, scenario, metric);
            }
        }
        new Verdicts(data)
                .all().stream()
                        .filter(verdict -> !verdict.isMet())
                        .forEach(verdict -> text.append(String.format(
                                Locale.ROOT,
                                "\nnot met by %s: %s, %s%s: %s",
                                verdict.server(),
                                verdict.scenario().title(),
                                verdict.target(),
                                verdict.toBaseline()
                                        ? " of " + verdict.scenario().baseline()
                                        : "",
                                Html.ratio(verdict.ratio()))));
        return text.append('\n').toString();
    }

    private static void line(StringBuilder text, ReportData data, Scenario scenario, Metric metric) {
        if (data.serverNames().stream()
                .noneMatch(server ->
                        data.results().median(scenario.name(), server, metric).isPresent())) {
            return;
        }
        text.append("| ")
                .append(scenario.title())
                .append(" | ")
                .append(metric.label())
                .append(" |");
        for (String server : data.serverNames()) {
            OptionalDouble median = data.results().median(scenario.name(), server, metric);
            text.append(' ')
                    .append(median.isPresent() ? Html.value(metric, median.getAsDouble()) : "–")
                    .append(" |");
        }
        for (String server : data.challengers()) {
            OptionalDouble ratio = data.results().ratio(scenario.name(), server, data.reference(), metric);
            text.append(' ')
                    .append(ratio.isPresent() ? Html.ratio(ratio.getAsDouble()) : "–")
                    .append(" |");
        }
        text.append('\n');
    }
}
