package io.lyrebird.perf.load;

/** When requests are sent. */
public sealed interface Pacing {
    /** As many requests of every connection in flight as the window says: the next goes out when an answer comes in. */
    record Closed(int window) implements Pacing {
        public Closed {
            if (window < 1 || window > InFlight.CAPACITY_MAX) {
                throw new IllegalArgumentException(
                        "a window is 1 to " + InFlight.CAPACITY_MAX + " requests, not " + window);
            }
        }
    }

    /** So many requests a second over all connections, whatever becomes of the ones before. */
    record Open(double ratePerSecond) implements Pacing {
        public Open {
            if (!(ratePerSecond > 0)) {
                throw new IllegalArgumentException("a rate is above 0 requests per second, not " + ratePerSecond);
            }
        }
    }
}
