package io.lyrebird.perf.load;

/** Which of the nodes 0 to count - 1 a request is about. Has no state of its own: the random numbers are the caller's. */
public interface KeyPicker {
    int next(Random64 random);

    /** Every node as often as any other. */
    static KeyPicker uniform(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("no keys to pick from: " + count);
        }
        return random -> random.below(count);
    }

    /** The node of rank k as often as 1 / k^skew. */
    static KeyPicker zipf(int count, double skew) {
        return new ZipfKeys(count, skew);
    }
}
