package io.lyrebird.perf.load;

/** Told of a run's progress on the thread that waits for it. */
public interface LoadObserver {
    LoadObserver NONE = new LoadObserver() {};

    /** The warm-up is over. */
    default void measuringBegins() {}

    /** About once a second, and at the end: the answers of the last interval and its length. */
    default void interval(long answers, long nanos) {}

    /** The measured time is over; answers may still be outstanding. */
    default void measuringEnds() {}
}
