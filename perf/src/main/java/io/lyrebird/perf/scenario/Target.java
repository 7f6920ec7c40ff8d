package io.lyrebird.perf.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A promise about a ratio: {@code throughput>=12} of a contestant to the reference, or of a scenario to its baseline. */
public record Target(Metric metric, boolean atLeast, double ratio) {
    private static final Pattern SYNTAX = Pattern.compile("([a-z0-9.-]+)\\s*(>=|<=)\\s*([0-9.]+)");

    public static List<Target> parseAll(String text) {
        List<Target> targets = new ArrayList<>();
        for (String part : text.split(",")) {
            if (!part.isBlank()) {
                targets.add(parse(part.trim()));
            }
        }
        return List.copyOf(targets);
    }

    static Target parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a target is like throughput>=3 or cpu<=0.5, not '" + text + "'");
        }
        return new Target(
                Metric.ofLabel(matcher.group(1)), matcher.group(2).equals(">="), Double.parseDouble(matcher.group(3)));
    }

    public boolean isMetBy(double measuredRatio) {
        return atLeast ? measuredRatio >= ratio : measuredRatio <= ratio;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s %s×", metric.label(), atLeast ? "≥" : "≤", number(ratio));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
