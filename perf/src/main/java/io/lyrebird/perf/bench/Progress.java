package io.lyrebird.perf.bench;

/** Told what is going on, for whoever waits. */
public interface Progress {
    Progress NONE = new Progress() {};

    /** A scenario begins on so many servers. */
    default void scenario(String title) {}

    /** The next step of the scenario: filling, warming up, a round. */
    default void step(String server, String what) {}

    /** Within a step: requests per second at the moment. */
    default void rate(double perSecond) {}

    /** A round is done. */
    default void round(Round round) {}
}
