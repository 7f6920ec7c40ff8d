package io.lyrebird.wire.client;

/** The modes of an addWatch request. */
public final class WatchMode {
    public static final int PERSISTENT = 0;
    public static final int PERSISTENT_RECURSIVE = 1;

    private WatchMode() {}
}
