package io.lyrebird.perf.report;

import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import io.lyrebird.perf.scenario.Target;
import java.util.List;
import java.util.OptionalDouble;

/** Every scenario with its numbers on every server, the ratio to the reference, and what was promised of it. */
final class RatioTable {
    private static final String NOTHING = "<td class=\"num none\">–</td>";

    private final ReportData data;
    private final StringBuilder html = new StringBuilder();

    RatioTable(ReportData data) {
        this.data = data;
    }

    String html() {
        html.append("<div class=\"scroll\"><table class=\"ratios\"><thead><tr><th>Scenario</th><th>Metric</th>");
        for (int i = 0; i < data.serverNames().size(); i++) {
            html.append("<th class=\"num\"><i class=\"swatch s" + i + "\"></i>"
                    + Html.escape(data.serverNames().get(i)) + "</th>");
        }
        if (data.isComparison()) {
            html.append("<th>Target</th>");
        }
        html.append("</tr></thead>\n");
        data.measured().forEach(this::scenario);
        html.append("</table></div>\n");
        return html.toString();
    }

    private void scenario(Scenario scenario) {
        List<Metric> metrics = Verdicts.metrics(scenario).stream()
                .filter(metric -> data.serverNames().stream()
                        .anyMatch(server -> data.results()
                                .median(scenario.name(), server, metric)
                                .isPresent()))
                .toList();
        int rows = metrics.size() + scenario.baselineTargets().size();
        html.append("<tbody><tr><th class=\"scenario\" rowspan=\"" + Math.max(1, rows) + "\"><a href=\"#"
                + Html.escape(scenario.name()) + "\">" + Html.escape(scenario.title()) + "</a></th>");
        for (int i = 0; i < metrics.size(); i++) {
            html.append(i == 0 ? "" : "<tr>");
            metric(scenario, metrics.get(i));
            html.append("</tr>\n");
        }
        scenario.baselineTargets().forEach(target -> baseline(scenario, target));
        html.append("</tbody>\n");
    }

    private void metric(Scenario scenario, Metric metric) {
        html.append("<td>" + metric.label() + "</td>");
        Target target = scenario.targets().stream()
                .filter(one -> one.metric() == metric)
                .findFirst()
                .orElse(null);
        boolean met = true;
        for (String server : data.serverNames()) {
            OptionalDouble median = data.results().median(scenario.name(), server, metric);
            if (median.isEmpty()) {
                html.append(NOTHING);
                met = false;
                continue;
            }
            html.append("<td class=\"num\">" + Html.escape(Html.value(metric, median.getAsDouble())));
            if (!server.equals(data.reference())) {
                OptionalDouble ratio = data.results().ratio(scenario.name(), server, data.reference(), metric);
                html.append(ratioOf(metric, ratio));
                met &= target != null && ratio.isPresent() && target.isMetBy(ratio.getAsDouble());
            }
            html.append("</td>");
        }
        html.append(data.isComparison() ? targetCell(target, met) : "");
    }

    /** A scenario against another one on the same server: the ratios stand where the values of the servers do. */
    private void baseline(Scenario scenario, Target target) {
        html.append("<tr><td>" + target.metric().label() + " to " + Html.escape(scenario.baseline()) + "</td>");
        boolean met = true;
        for (String server : data.serverNames()) {
            OptionalDouble ratio =
                    data.results().ratioToBaseline(scenario.name(), scenario.baseline(), server, target.metric());
            html.append(ratio.isEmpty() ? NOTHING : "<td class=\"num\">" + Html.ratio(ratio.getAsDouble()) + "</td>");
            met &= server.equals(data.reference()) || ratio.isPresent() && target.isMetBy(ratio.getAsDouble());
        }
        html.append(data.isComparison() ? targetCell(target, met) : "").append("</tr>\n");
    }

    private static String ratioOf(Metric metric, OptionalDouble ratio) {
        if (ratio.isEmpty()) {
            return "<b class=\"ratio\"></b>";
        }
        boolean better = metric.moreIsBetter() ? ratio.getAsDouble() > 1 : ratio.getAsDouble() < 1;
        return "<b class=\"ratio " + (better ? "better" : "worse") + "\">" + Html.ratio(ratio.getAsDouble()) + "</b>";
    }

    private static String targetCell(Target target, boolean met) {
        if (target == null) {
            return "<td></td>";
        }
        String text = (target.atLeast() ? "≥ " : "≤ ") + Html.ratio(target.ratio());
        return "<td class=\"target\"><span class=\"" + (met ? "met\">✓ " : "missed\">✗ ") + text + "</span></td>";
    }
}
