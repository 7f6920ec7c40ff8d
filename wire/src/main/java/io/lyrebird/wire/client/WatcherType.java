package io.lyrebird.wire.client;

/** Which watches a checkWatches or removeWatches request is about. */
public final class WatcherType {
    public static final int CHILDREN = 1;
    public static final int DATA = 2;
    public static final int ANY = 3;
    public static final int PERSISTENT = 4;
    public static final int PERSISTENT_RECURSIVE = 5;

    private WatcherType() {}
}
