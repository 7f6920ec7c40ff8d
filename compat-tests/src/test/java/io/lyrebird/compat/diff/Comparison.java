package io.lyrebird.compat.diff;

import io.lyrebird.compat.diff.Pair.Difference;
import io.lyrebird.compat.diff.Side.ServerSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sends sequence after sequence to two servers and collects, as small as they get, those that they treat differently. */
final class Comparison {
    private final ServerSource left;
    private final ServerSource right;
    private final Generator generator;

    Comparison(ServerSource left, ServerSource right, Generator generator) {
        this.left = left;
        this.right = right;
        this.generator = generator;
    }

    /** Stops at the given number of differences: one mistake shows in many sequences. */
    List<Difference> differences(int firstNumber, int count, int differencesMax) throws Exception {
        List<Difference> differences = new ArrayList<>();
        try (Pair pair = new Pair(new Side(left), new Side(right))) {
            for (int number = firstNumber; number < firstNumber + count; number++) {
                Optional<Difference> difference = pair.compare(generator.sequence(number));
                if (difference.isPresent()) {
                    differences.add(shrunk(pair, difference.get()));
                    if (differences.size() == differencesMax) {
                        break;
                    }
                }
            }
        }
        return differences;
    }

    /** What comes of shrinking counts only if two new servers show it as well. */
    private static Difference shrunk(Pair pair, Difference difference) throws Exception {
        pair.renew();
        Difference smallest = new Shrinker(pair).shrink(difference);
        pair.renew();
        Difference confirmed = pair.compare(smallest.sequence()).orElse(difference);
        pair.renew();
        return confirmed;
    }
}
