package io.lyrebird.compat.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What one server was seen to do in a sequence, step by step. */
final class Sightings {
    private record Entry(String step, List<Sighting> seen) {}

    private final List<Entry> entries = new ArrayList<>();
    private boolean failed;

    void add(String step, List<Sighting> seen) {
        entries.add(new Entry(step, seen));
    }

    /** The sequence could not be brought to its end: that is no agreement, even if the other server failed as well. */
    void fail(String step, String reason) {
        add(step, List.of(Sighting.other(reason)));
        failed = true;
    }

    boolean isBrokenOff() {
        return failed;
    }

    int size() {
        return entries.size();
    }

    String step(int index) {
        return index < entries.size() ? entries.get(index).step() : "(nothing)";
    }

    List<String> texts(int index) {
        return index >= entries.size()
                ? List.of()
                : entries.get(index).seen().stream().map(Sighting::text).collect(Collectors.toList());
    }

    boolean agreesWith(Sightings other, int index) {
        boolean brokenOff = failed && index >= size() - 1 || other.failed && index >= other.size() - 1;
        return !brokenOff
                && step(index).equals(other.step(index))
                && texts(index).equals(other.texts(index));
    }

    /** The first step at which the two differ, or -1. */
    int firstDifference(Sightings other) {
        for (int index = 0; index < Math.max(size(), other.size()); index++) {
            if (!agreesWith(other, index)) {
                return index;
            }
        }
        return -1;
    }

    /** Both side by side: what they agree on once, what they differ in twice. */
    static String transcript(String leftName, Sightings left, String rightName, Sightings right) {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < Math.max(left.size(), right.size()); index++) {
            boolean same = left.agreesWith(right, index);
            text.append(same ? "    " : "=>  ").append(left.step(index)).append('\n');
            if (same) {
                left.texts(index)
                        .forEach(line -> text.append("          ").append(line).append('\n'));
            } else {
                show(text, leftName, left.texts(index));
                show(text, rightName, right.texts(index));
            }
        }
        return text.toString();
    }

    private static void show(StringBuilder text, String name, List<String> lines) {
        if (lines.isEmpty()) {
            text.append("      ").append(name).append(": (nothing)\n");
        }
        lines.forEach(line ->
                text.append("      ").append(name).append(": ").append(line).append('\n'));
    }
}
