package io.lyrebird.perf.report;

import io.lyrebird.perf.bench.Round;
import io.lyrebird.perf.load.Operation;
import io.lyrebird.perf.machine.Quiet;
import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** One page that needs nothing but itself: summary, table of ratios, a card per scenario, and how it was measured. */
public final class HtmlReport {
    private final ReportData data;
    private final StringBuilder html = new StringBuilder();

    private HtmlReport(ReportData data) {
        this.data = data;
    }

    public static String of(ReportData data) {
        return new HtmlReport(data).page();
    }

    private String page() {
        String title = data.isComparison()
                ? "Lyrebird beside " + nameOf(data.reference())
                : "Load on " + nameOf(data.reference());
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>" + Html.escape(title) + "</title>\n<style>\n")
                .append(resource("report.css"))
                .append("</style></head>\n<body><main>\n");
        header(title);
        tiles();
        noise();
        html.append("<section><h2>All numbers</h2>")
                .append("<p class=\"hint\">Medians of " + data.timing().rounds() + " rounds")
                .append(
                        data.isComparison()
                                ? "; in bold the ratio to " + Html.escape(data.reference())
                                        + ". More is better for throughput and fill, less for everything else.</p>\n"
                                : ".</p>\n")
                .append(new RatioTable(data).html())
                .append("</section>\n<section><h2>Scenario by scenario</h2>\n");
        data.measured().forEach(this::card);
        html.append("</section>\n");
        method();
        html.append("</main>\n<div id=\"tip\" hidden></div>\n<script>\n")
                .append(resource("report.js"))
                .append("</script>\n</body></html>\n");
        return html.toString();
    }

    private String nameOf(String server) {
        String description = data.servers().get(server);
        int settings = description.indexOf(" (");
        return settings < 0 ? description : description.substring(0, settings);
    }

    private void header(String title) {
        html.append("<header><h1>" + Html.escape(title) + "</h1><p class=\"hint\">" + Html.escape(data.date()) + " · "
                + Html.escape(data.machine().getOrDefault("Processor", "")) + ", "
                + Html.escape(data.machine().getOrDefault("Cores", "?")) + " cores shared by server and load</p>");
        html.append("<ul class=\"legend\">");
        for (int i = 0; i < data.serverNames().size(); i++) {
            String server = data.serverNames().get(i);
            html.append("<li><i class=\"swatch s" + i + "\"></i><b>" + Html.escape(server) + "</b> "
                    + Html.escape(data.servers().get(server)) + "</li>");
        }
        html.append("</ul></header>\n");
    }

    /** The headline of every scenario as one big ratio, of the first challenger. */
    private void tiles() {
        if (!data.isComparison()) {
            return;
        }
        List<Verdicts.Verdict> verdicts = new Verdicts(data).all();
        long met = verdicts.stream().filter(Verdicts.Verdict::isMet).count();
        html.append("<section class=\"tiles\">");
        if (!verdicts.isEmpty()) {
            html.append("<div class=\"tile\"><b class=\"" + (met == verdicts.size() ? "better" : "open") + "\">" + met
                    + " of " + verdicts.size() + "</b><strong>targets met</strong></div>");
        }
        for (Scenario scenario : data.measured()) {
            tile(scenario, Verdicts.headline(scenario));
        }
        html.append("</section>\n");
    }

    private void tile(Scenario scenario, Metric metric) {
        StringBuilder ratios = new StringBuilder();
        for (int i = 0; i < data.challengers().size(); i++) {
            String server = data.challengers().get(i);
            OptionalDouble ratio = data.results().ratio(scenario.name(), server, data.reference(), metric);
            if (ratio.isEmpty()) {
                continue;
            }
            boolean better = metric.moreIsBetter() == ratio.getAsDouble() > 1;
            String text =
                    "<b class=\"" + (better ? "better" : "worse") + "\">" + Html.ratio(ratio.getAsDouble()) + "</b>";
            ratios.append(
                    i == 0
                            ? text
                            : "<small><i class=\"swatch s" + (i + 1) + "\"></i>" + Html.escape(server) + " " + text
                                    + "</small>");
        }
        if (ratios.length() > 0) {
            html.append("<a class=\"tile\" href=\"#" + Html.escape(scenario.name()) + "\">" + ratios + "<strong>"
                    + Html.escape(scenario.title()) + "</strong><span>" + Html.escape(metric.label())
                    + (metric.moreIsBetter() ? ", more" : ", less") + " is better</span></a>");
        }
    }

    /** What else the machine was doing: numbers from a busy machine are worth little. */
    private void noise() {
        List<Round> noisy = data.results().rounds().stream()
                .filter(round -> round.metrics().getOrDefault(Metric.OTHER_CORES, 0.0) > Quiet.CORES_MAX)
                .toList();
        if (!noisy.isEmpty()) {
            double most = noisy.stream()
                    .mapToDouble(round -> round.metrics().get(Metric.OTHER_CORES))
                    .max()
                    .orElseThrow();
            html.append("<p class=\"warning\"><b>The machine was not quiet.</b> In " + noisy.size() + " of "
                    + data.results().rounds().size()
                    + " rounds other processes, or the host of this virtual machine, used up to " + Html.number(most)
                    + " cores. Repeat on an idle machine before you trust a ratio.</p>\n");
        }
    }

    private void card(Scenario scenario) {
        html.append("<article class=\"card\" id=\"" + Html.escape(scenario.name()) + "\"><h3>"
                + Html.escape(scenario.title()) + "</h3><p class=\"hint\">" + Html.escape(describe(scenario))
                + "</p>\n<div class=\"charts\"><div>");
        for (Metric metric : barMetrics(scenario)) {
            bars(scenario, metric);
        }
        html.append("</div>");
        percentiles(scenario);
        html.append("</div>\n");
        rounds(scenario);
        html.append("</article>\n");
    }

    private static List<Metric> barMetrics(Scenario scenario) {
        return switch (scenario.kind()) {
            case LOAD, WATCHES -> List.of(Verdicts.headline(scenario), Metric.CPU);
            case MEMORY -> List.of(Metric.RSS_IDLE, Metric.RSS_FILLED, Metric.RESTART);
            case START -> List.of(Verdicts.headline(scenario));
        };
    }

    private String describe(Scenario scenario) {
        String name = scenario.name() + " · ";
        return name
                + switch (scenario.kind()) {
                    case LOAD ->
                        scenario.mix() + " over " + Html.number(scenario.nodes()) + " nodes of "
                                + scenario.payloadBytes() + " bytes, "
                                + scenario.keys().text() + " keys, "
                                + scenario.connections() + " connections, "
                                + (scenario.rate() == null
                                        ? "window " + scenario.window() + " (closed loop)"
                                        : "fixed rate" + rateOf(scenario)
                                                + ", latency from when a request was due (open loop)");
                    case WATCHES ->
                        scenario.connections() + " sessions with a watch each; time from the write to the last event";
                    case MEMORY ->
                        Html.number(scenario.nodes()) + " nodes of " + scenario.payloadBytes()
                                + " bytes; resident memory before and after, then a restart on them";
                    case START -> "from the start of the process to the first session, empty data folder";
                };
    }

    private String rateOf(Scenario scenario) {
        OptionalDouble measured = data.results().median(scenario.name(), data.reference(), Metric.THROUGHPUT);
        String rate = measured.isPresent() ? " of " + Html.number(Math.rint(measured.getAsDouble())) + "/s" : "";
        return scenario.rate().isRelative()
                ? rate + " (" + scenario.rate().fraction() + " of what the reference reaches in "
                        + scenario.rate().ofScenario() + ")"
                : rate;
    }

    private void bars(Scenario scenario, Metric metric) {
        BarChart chart = new BarChart(metric);
        boolean any = false;
        for (int i = 0; i < data.serverNames().size(); i++) {
            String server = data.serverNames().get(i);
            OptionalDouble median = data.results().median(scenario.name(), server, metric);
            if (median.isPresent()) {
                chart.add(i, server, median.getAsDouble(), data.results().values(scenario.name(), server, metric));
                any = true;
            }
        }
        if (any) {
            html.append("<h4>" + metric.label() + " <small>" + (metric.moreIsBetter() ? "more" : "less")
                    + " is better</small></h4>\n" + chart.svg());
        }
    }

    /** A curve for all operations together, and one for each where there are several. */
    private void percentiles(Scenario scenario) {
        Map<String, Map<String, Histogram>> byOperation = new LinkedHashMap<>();
        for (String server : data.serverNames()) {
            Map<Operation, Histogram> histograms = data.results().histograms(scenario.name(), server);
            Histogram all = new Histogram(3);
            histograms.values().forEach(all::add);
            if (all.getTotalCount() == 0) {
                continue;
            }
            byOperation.computeIfAbsent("all", any -> new LinkedHashMap<>()).put(server, all);
            if (histograms.size() > 1) {
                histograms.forEach((operation, histogram) -> byOperation
                        .computeIfAbsent(operation.label(), any -> new LinkedHashMap<>())
                        .put(server, histogram));
            }
        }
        if (byOperation.isEmpty()) {
            return;
        }
        html.append("<div class=\"curves\"><h4>latency by percentile <small>lower is better</small>");
        if (byOperation.size() > 1) {
            html.append("<span class=\"tabs\">");
            byOperation
                    .keySet()
                    .forEach(name -> html.append("<button type=\"button\" data-show=\"" + name + "\""
                            + (name.equals("all") ? " class=\"on\"" : "") + ">" + name + "</button>"));
            html.append("</span>");
        }
        html.append("</h4>\n");
        byOperation.forEach((name, histograms) -> html.append(
                        "<div class=\"curve\" data-of=\"" + name + "\"" + (name.equals("all") ? "" : " hidden") + ">")
                .append(new PercentileChart(histograms, data.serverNames()).svg())
                .append("</div>\n"));
        html.append("</div>");
    }

    private void rounds(Scenario scenario) {
        List<Metric> metrics = Metric.ALL.stream()
                .filter(metric -> data.serverNames().stream()
                        .anyMatch(server -> data.results().values(scenario.name(), server, metric).length > 0))
                .toList();
        html.append("<details><summary>Every round</summary><div class=\"scroll\"><table class=\"rounds\"><thead><tr>")
                .append("<th>round</th><th>server</th>");
        metrics.forEach(metric -> html.append("<th class=\"num\">" + metric.label() + "</th>"));
        html.append("</tr></thead><tbody>\n");
        for (Round round : data.results().rounds()) {
            if (round.scenario().equals(scenario.name())) {
                html.append("<tr><td>" + round.number() + "</td><td>" + Html.escape(round.server()) + "</td>");
                for (Metric metric : metrics) {
                    Double value = round.metrics().get(metric);
                    html.append("<td class=\"num\">" + (value == null ? "" : Html.escape(Html.value(metric, value)))
                            + "</td>");
                }
                html.append("</tr>\n");
            }
        }
        html.append("</tbody></table></div></details>\n");
    }

    private void method() {
        html.append("<section><h2>How it was measured</h2><dl class=\"facts\">\n");
        fact("Command", "<code>" + Html.escape(data.commandLine()) + "</code>");
        data.servers().forEach((name, description) -> fact(Html.escape(name), Html.escape(description)));
        fact(
                "Rounds",
                data.timing().rounds() + " for each server in turn, each "
                        + Html.number(data.timing().warmUpSeconds())
                        + " s of warm-up (the first "
                        + Html.number(data.timing().firstWarmUpSeconds()) + " s) and "
                        + Html.number(data.timing().measureSeconds()) + " s measured");
        data.machine().forEach((name, value) -> fact(Html.escape(name), Html.escape(value)));
        fact(
                "Load",
                "on the same machine, over the loopback; cpu is the processor time of all threads of the server by"
                        + " request, from /proc. Values are random bytes.");
        html.append("</dl></section>\n");
    }

    private void fact(String name, String value) {
        html.append("<dt>" + name + "</dt><dd>" + value + "</dd>\n");
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream("/report/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
