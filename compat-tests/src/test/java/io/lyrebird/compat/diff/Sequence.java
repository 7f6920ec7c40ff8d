package io.lyrebird.compat.diff;

import java.util.List;

/** Steps to be taken one after the other, and what they were made from. */
record Sequence(long seed, int number, List<Step> steps) {
    Sequence {
        steps = List.copyOf(steps);
    }

    Sequence withSteps(List<Step> others) {
        return new Sequence(seed, number, others);
    }

    String name() {
        return "seed " + seed + ", sequence " + number;
    }
}
