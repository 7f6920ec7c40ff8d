package io.lyrebird.perf.report;

import io.lyrebird.perf.scenario.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One bar per server: the median of the rounds, a thin line from the least to the most, a dot for every round. */
final class BarChart {
    private static final int WIDTH = 400;
    private static final int BAR_HEIGHT = 26;
    private static final int ROW_HEIGHT = 54;
    private static final int BAR_LENGTH_MAX = 396;

    private record Bar(int series, String server, double median, double[] values) {}

    private final Metric metric;
    private final List<Bar> bars = new ArrayList<>();

    BarChart(Metric metric) {
        this.metric = metric;
    }

    void add(int series, String server, double median, double[] values) {
        bars.add(new Bar(series, server, median, values));
    }

    String svg() {
        double most = bars.stream()
                .mapToDouble(bar -> Arrays.stream(bar.values()).max().orElse(bar.median()))
                .max()
                .orElse(1);
        double scale = most > 0 ? BAR_LENGTH_MAX / most : 0;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg class=\"bars\" viewBox=\"0 0 " + WIDTH + " " + bars.size() * ROW_HEIGHT
                + "\" role=\"img\" aria-label=\"" + metric.label() + "\">\n");
        for (int i = 0; i < bars.size(); i++) {
            row(svg, bars.get(i), i * ROW_HEIGHT, scale);
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(StringBuilder svg, Bar bar, int top, double scale) {
        int barTop = top + 18;
        double middle = barTop + BAR_HEIGHT / 2.0;
        svg.append("<text class=\"name\" x=\"0\" y=\"" + (top + 12) + "\">" + Html.escape(bar.server()) + "</text>");
        svg.append("<text class=\"value\" text-anchor=\"end\" x=\"" + WIDTH + "\" y=\"" + (top + 12) + "\">"
                + Html.escape(Html.value(metric, bar.median())) + "</text>");
        svg.append("<rect class=\"track\" x=\"0\" y=\"" + barTop + "\" width=\"" + WIDTH + "\" height=\"" + BAR_HEIGHT
                + "\" rx=\"4\"/>");
        svg.append("<rect class=\"bar s" + bar.series() + "\" x=\"0\" y=\"" + barTop + "\" width=\""
                + Html.at(Math.max(1.5, bar.median() * scale)) + "\" height=\"" + BAR_HEIGHT + "\" rx=\"4\"/>");
        if (bar.values().length > 1) {
            double least = Arrays.stream(bar.values()).min().orElseThrow();
            double most = Arrays.stream(bar.values()).max().orElseThrow();
            svg.append("<line class=\"range\" x1=\"" + Html.at(least * scale) + "\" x2=\"" + Html.at(most * scale)
                    + "\" y1=\"" + Html.at(middle) + "\" y2=\"" + Html.at(middle) + "\"/>");
            for (double value : bar.values()) {
                svg.append("<circle class=\"round\" r=\"2.6\" cx=\"" + Html.at(value * scale) + "\" cy=\""
                        + Html.at(middle) + "\"><title>" + Html.escape(Html.value(metric, value))
                        + "</title></circle>");
            }
        }
        svg.append('\n');
    }
}
