package io.lyrebird.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latency by percentile, as HdrHistogram's plots have it: every step to the right is another nine, up is slower, both on
 * a logarithmic scale. One line per server; the points are in the drawing for the page's script to show.
 */
final class PercentileChart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 300;
    private static final int LEFT = 64;
    private static final int RIGHT = 28;
    private static final int TOP = 14;
    private static final int BOTTOM = 34;
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double NINES_MAX = 5;
    private static final double NINES_MIN = 2;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_MIN = 1;

    private record Point(double nines, double micros) {}

    private record Line(int series, String server, List<Point> points) {}

    private final List<Line> lines = new ArrayList<>();
    private final double nines;
    private final double lowDecade;
    private final double highDecade;

    /** Histograms in nanoseconds by server; the series of a server is its place among all servers. */
    PercentileChart(Map<String, Histogram> histograms, List<String> servers) {
        double most = NINES_MIN;
        double low = Double.MAX_VALUE;
        double high = MICROS_MIN;
        for (Map.Entry<String, Histogram> entry : histograms.entrySet()) {
            List<Point> points = points(entry.getValue());
            lines.add(new Line(servers.indexOf(entry.getKey()), entry.getKey(), points));
            for (Point point : points) {
                most = Math.max(most, point.nines());
                low = Math.min(low, point.micros());
                high = Math.max(high, point.micros());
            }
        }
        nines = Math.min(NINES_MAX, most);
        lowDecade = Math.floor(Math.log10(Math.min(low, high)));
        highDecade = Math.max(lowDecade + 1, Math.ceil(Math.log10(high)));
    }

    private static List<Point> points(Histogram histogram) {
        List<Point> points = new ArrayList<>();
        double ninesOfCount = Math.log10(Math.max(1, histogram.getTotalCount()));
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            double left = 1 - value.getPercentileLevelIteratedTo() / 100;
            double at = left <= 0 ? ninesOfCount : Math.min(ninesOfCount, -Math.log10(left));
            double micros = Math.max(MICROS_MIN, value.getValueIteratedTo() / NANOS_PER_MICRO);
            if (at > NINES_MAX) {
                points.add(new Point(NINES_MAX, micros));
                break;
            }
            points.add(new Point(at, micros));
        }
        return points;
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg class=\"percentiles\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"latency by percentile\""
                        + " data-left=\"%d\" data-right=\"%d\" data-nines=\"%.4f\">\n",
                WIDTH,
                HEIGHT,
                LEFT,
                WIDTH - RIGHT,
                nines));
        for (int decade = (int) lowDecade; decade <= highDecade; decade++) {
            horizontalLine(svg, decade);
        }
        for (int nine = 0; nine <= nines; nine++) {
            verticalLine(svg, nine);
        }
        lines.forEach(line -> curve(svg, line));
        svg.append("<line class=\"cursor\" y1=\"")
                .append(TOP)
                .append("\" y2=\"")
                .append(HEIGHT - BOTTOM)
                .append("\"/>\n");
        return svg.append("</svg>\n").toString();
    }

    private void horizontalLine(StringBuilder svg, int decade) {
        double y = y(Math.pow(10, decade));
        svg.append("<line class=\"grid\" x1=\"" + LEFT + "\" x2=\"" + (WIDTH - RIGHT) + "\" y1=\"" + Html.at(y)
                + "\" y2=\"" + Html.at(y) + "\"/>");
        svg.append("<text class=\"tick\" text-anchor=\"end\" x=\"" + (LEFT - 8) + "\" y=\"" + Html.at(y + 4) + "\">"
                + Html.micros(Math.pow(10, decade)) + "</text>\n");
    }

    private void verticalLine(StringBuilder svg, int nine) {
        String x = Html.at(x(nine));
        svg.append("<line class=\"grid\" y1=\"" + TOP + "\" y2=\"" + (HEIGHT - BOTTOM) + "\" x1=\"" + x + "\" x2=\"" + x
                + "\"/>");
        svg.append("<text class=\"tick\" text-anchor=\"middle\" y=\"" + (HEIGHT - BOTTOM + 18) + "\" x=\"" + x + "\">"
                + percentile(nine) + "</text>\n");
    }

    private void curve(StringBuilder svg, Line line) {
        StringBuilder path = new StringBuilder();
        StringBuilder data = new StringBuilder();
        double lastY = Double.NaN;
        for (Point point : line.points()) {
            double x = x(point.nines());
            double y = y(point.micros());
            path.append(path.length() == 0 ? "M" : "L")
                    .append(Html.at(x))
                    .append(' ')
                    .append(Html.at(Double.isNaN(lastY) ? y : lastY));
            path.append('L').append(Html.at(x)).append(' ').append(Html.at(y));
            lastY = y;
            data.append(data.length() == 0 ? "" : " ")
                    .append(String.format(Locale.ROOT, "%.3f,%.1f", point.nines(), point.micros()));
        }
        svg.append("<path class=\"line s" + line.series() + "\" d=\"" + path + "\" data-server=\""
                + Html.escape(line.server()) + "\" data-points=\"" + data + "\"/>\n");
    }

    private static String percentile(int nine) {
        return switch (nine) {
            case 0 -> "0%";
            case 1 -> "90%";
            case 2 -> "99%";
            default -> "99." + "9".repeat(nine - 2) + "%";
        };
    }

    private double x(double atNines) {
        return LEFT + Math.min(atNines, nines) / nines * (WIDTH - LEFT - RIGHT);
    }

    private double y(double micros) {
        double share = (Math.log10(micros) - lowDecade) / (highDecade - lowDecade);
        return HEIGHT - BOTTOM - Math.max(0, Math.min(1, share)) * (HEIGHT - TOP - BOTTOM);
    }
}
