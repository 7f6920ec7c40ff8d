package io.lyrebird.compat.diff;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two servers that should not be told apart. */
final class Pair implements AutoCloseable {
    private final Side left;
    private final Side right;
    private final ExecutorService other = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "other side");
        thread.setDaemon(true);
        return thread;
    });
    private int runs;
    private boolean broken = true;

    Pair(Side left, Side right) {
        this.left = left;
        this.right = right;
    }

    /** What the two servers did with a sequence that they did not treat alike. */
    record Difference(Sequence sequence, int firstStep, String transcript) {
        @Override
        public String toString() {
            return sequence.name() + ", " + sequence.steps().size() + " steps, first difference at step " + firstStep
                    + ":\n" + transcript;
        }
    }

    /** Begins again with two servers that have nothing behind them. */
    void renew() throws Exception {
        left.renew();
        right.renew();
        broken = false;
    }

    Optional<Difference> compare(Sequence sequence) throws Exception {
        if (broken) {
            renew();
        }
        String root = "/d" + runs++;
        Future<Sightings> future = other.submit(() -> right.run(sequence.steps(), root));
        Sightings seenLeft = left.run(sequence.steps(), root);
        Sightings seenRight = future.get();
        broken = seenLeft.isBrokenOff() || seenRight.isBrokenOff();
        int first = seenLeft.firstDifference(seenRight);
        if (first < 0) {
            return Optional.empty();
        }
        String transcript = Sightings.transcript(left.name(), seenLeft, right.name(), seenRight);
        return Optional.of(new Difference(sequence, first, transcript));
    }

    @Override
    public void close() {
        other.shutdownNow();
        left.close();
        right.close();
    }
}
