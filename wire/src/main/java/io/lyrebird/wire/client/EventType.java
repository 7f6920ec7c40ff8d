package io.lyrebird.wire.client;

/** What a watch event says has happened. */
public final class EventType {
    public static final int NONE = -1;
    public static final int NODE_CREATED = 1;
    public static final int NODE_DELETED = 2;
    public static final int NODE_DATA_CHANGED = 3;
    public static final int NODE_CHILDREN_CHANGED = 4;
    public static final int DATA_WATCH_REMOVED = 5;
    public static final int CHILD_WATCH_REMOVED = 6;
    public static final int PERSISTENT_WATCH_REMOVED = 7;

    private EventType() {}
}
