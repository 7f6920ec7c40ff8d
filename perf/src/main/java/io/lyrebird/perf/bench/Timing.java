package io.lyrebird.perf.bench;

/**
 * How long things are measured. A server's first round has a warm-up of its own, long enough for its compiler; that of
 * the others only has to bring the load up.
 */
public record Timing(int rounds, double firstWarmUpSeconds, double warmUpSeconds, double measureSeconds) {
    public static final Timing SHORT = new Timing(2, 3, 1, 2.5);
    public static final Timing FULL = new Timing(5, 10, 4, 12);

    public Timing {
        if (rounds < 1 || firstWarmUpSeconds < 0 || warmUpSeconds < 0 || !(measureSeconds > 0)) {
            throw new IllegalArgumentException("rounds and the measured time are above 0, the warm-up is not below it");
        }
    }

    long warmUpNanos(int round) {
        return (long) ((round == 1 ? firstWarmUpSeconds : warmUpSeconds) * 1e9);
    }

    long measureNanos() {
        return (long) (measureSeconds * 1e9);
    }
}
