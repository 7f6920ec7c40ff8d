package io.lyrebird.compat.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Choices from a seed. */
public final class Dice {
    private final Random random;

    public Dice(long seed) {
        // Seeds that follow one another would begin with nearly the same numbers.
        this.random = new Random(seed * 0x9E3779B97F4A7C15L ^ seed >>> 32);
    }

    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    public int anyInt() {
        return random.nextInt();
    }

    public long anyLong() {
        return random.nextLong();
    }

    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @SafeVarargs
    public final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    public <T> List<T> some(int countMax, Supplier<T> supplier) {
        List<T> some = new ArrayList<>();
        for (int left = random.nextInt(countMax + 1); left > 0; left--) {
            some.add(supplier.get());
        }
        return some;
    }

    /** Things to choose from, some more often than others. */
    public static final class Weighted<T> {
        private record Choice<T>(int weight, Supplier<? extends T> supplier) {}

        private final List<Choice<T>> choices = new ArrayList<>();
        private int total;

        public Weighted<T> add(int weight, Supplier<? extends T> supplier) {
            if (weight > 0) {
                choices.add(new Choice<>(weight, supplier));
                total += weight;
            }
            return this;
        }

        public T roll(Dice dice) {
            int left = dice.below(total);
            for (Choice<T> choice : choices) {
                left -= choice.weight();
                if (left < 0) {
                    return choice.supplier().get();
                }
            }
            throw new AssertionError("weights changed");
        }
    }
}
