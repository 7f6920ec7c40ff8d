package io.lyrebird.perf.report;

import io.lyrebird.perf.scenario.Metric;
import java.util.Locale;

/** Text and numbers as the page shows them. */
final class Html {
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;

    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    static String value(Metric metric, double value) {
        return switch (metric.unit()) {
            case "µs" -> micros(value);
            case "ms" -> micros(value * MICROS_PER_MILLI);
            case "µs/request" -> number(value) + " µs";
            case "requests/s", "creates/s" -> number(value) + " /s";
            case "" -> number(value);
            default -> number(value) + " " + metric.unit();
        };
    }

    /** With the unit that keeps it short. */
    static String micros(double micros) {
        if (micros >= MICROS_PER_SECOND) {
            return number(micros / MICROS_PER_SECOND) + " s";
        }
        return micros >= MICROS_PER_MILLI ? number(micros / MICROS_PER_MILLI) + " ms" : number(micros) + " µs";
    }

    /** Three digits that count, and thousands apart. */
    static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** At least two digits that count. */
    static String ratio(double ratio) {
        String format = ratio >= 10 ? "%.1f×" : ratio >= 0.1 ? "%.2f×" : ratio >= 0.01 ? "%.3f×" : "%.4f×";
        return String.format(Locale.ROOT, format, ratio);
    }

    /** A coordinate of a drawing. */
    static String at(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate);
    }
}
