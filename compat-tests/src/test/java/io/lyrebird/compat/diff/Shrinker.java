package io.lyrebird.compat.diff;

import io.lyrebird.compat.diff.Pair.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Leaves out steps of a sequence, and requests of its bursts, for as long as the servers still differ. */
final class Shrinker {
    private static final int TRIES_MAX = 400;
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Pair pair;
    private final long startNanos = System.nanoTime();
    private int tries;

    Shrinker(Pair pair) {
        this.pair = pair;
    }

    private boolean isTired() {
        return tries >= TRIES_MAX || System.nanoTime() - startNanos > LIMIT_NANOS;
    }

    Difference shrink(Difference difference) throws Exception {
        Difference smallest = difference;
        int chunk = Math.max(1, smallest.sequence().steps().size() / 2);
        while (!isTired()) {
            Optional<Difference> smaller = withoutChunk(smallest, chunk);
            if (smaller.isPresent()) {
                smallest = smaller.get();
            } else if (chunk > 1) {
                chunk /= 2;
            } else {
                break;
            }
            chunk = Math.max(1, Math.min(chunk, smallest.sequence().steps().size() / 2));
        }
        return withShorterBursts(smallest);
    }

    private Optional<Difference> withoutChunk(Difference difference, int chunk) throws Exception {
        List<Step> steps = difference.sequence().steps();
        for (int from = Math.max(0, steps.size() - chunk); ; from = Math.max(0, from - chunk)) {
            List<Step> fewer = new ArrayList<>(steps);
            fewer.subList(from, Math.min(steps.size(), from + chunk)).clear();
            Optional<Difference> smaller = retry(difference, fewer);
            if (smaller.isPresent() || from == 0) {
                return smaller;
            }
        }
    }

    private Difference withShorterBursts(Difference difference) throws Exception {
        Difference smallest = difference;
        for (int index = 0; index < smallest.sequence().steps().size(); index++) {
            int call = 0;
            while (smallest.sequence().steps().get(index) instanceof Step.Burst burst
                    && call < burst.calls().size()) {
                List<Call> fewer = new ArrayList<>(burst.calls());
                fewer.remove(call);
                List<Step> steps = new ArrayList<>(smallest.sequence().steps());
                steps.set(index, new Step.Burst(burst.client(), fewer));
                Optional<Difference> smaller = retry(smallest, steps);
                smallest = smaller.orElse(smallest);
                call += smaller.isPresent() ? 0 : 1;
            }
        }
        return smallest;
    }

    private Optional<Difference> retry(Difference difference, List<Step> steps) throws Exception {
        if (isTired()) {
            return Optional.empty();
        }
        tries++;
        return pair.compare(difference.sequence().withSteps(steps));
    }
}
