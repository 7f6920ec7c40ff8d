package io.lyrebird.perf.bench;

/** How long things are measured. */
public record Timing(int rounds, double warmUpSeconds, double measureSeconds) {
    public static final Timing SHORT = new Timing(2, 2.5, 3);
    public static final Timing FULL = new Timing(5, 6, 12);

    public Timing {
        if (rounds < 1 || warmUpSeconds < 0 || !(measureSeconds > 0)) {
            throw new IllegalArgumentException("rounds and the measured time are above 0, the warm-up is not below it");
        }
    }

    long warmUpNanos() {
        return (long) (warmUpSeconds * 1e9);
    }

    long measureNanos() {
        return (long) (measureSeconds * 1e9);
    }
}
