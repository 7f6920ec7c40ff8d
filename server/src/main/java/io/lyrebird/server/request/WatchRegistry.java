package io.lyrebird.server.request;

/** The watches of one connection, as its requests register, look for and remove them. */
public interface WatchRegistry {
    /** Once: the node is created, deleted or gets new data. Watches on existence are these too. */
    void addData(String path);

    /** Once: the node is deleted or its children change. */
    void addChildren(String path);

    void addPersistent(String path);

    void addPersistentRecursive(String path);

    /** @param watcherType a {@link io.lyrebird.wire.client.WatcherType} */
    boolean contains(String path, int watcherType);

    /**
     * Removes watches.
     *
     * @param watcherType a {@link io.lyrebird.wire.client.WatcherType}
     * @return whether there was one
     */
    boolean remove(String path, int watcherType);

    /**
     * Sends an event at once, before the reply to the request that is being answered. It carries the zxid -1, and no ACL
     * is asked (DataTree.setWatches).
     *
     * @param eventType an {@link io.lyrebird.wire.client.EventType}
     */
    void fire(int eventType, String path);
}
