package io.lyrebird.server.watch;

import io.lyrebird.server.request.WatchRegistry;
import io.lyrebird.wire.client.WatcherType;

/**
 * The watches of one connection, and the watcher that stands for it in its loop's table. Used by the loop, in read phases.
 *
 * <p>The index from here to the watched paths may name a path whose watch has fired already: the core takes a path's
 * watchers away without touching each of them, and the index is put right when the event is delivered. No request of the
 * connection is served before that.
 */
public final class ConnectionWatches implements WatchRegistry {
    private static final long NO_ZXID = -1;

    private final WatchTable table;
    private final WatchClient client;
    private final int hash;
    private final PathSet paths = new PathSet();
    private boolean gone;
    /** Every event up to this number has been delivered, or was for others. */
    long deliveredUpTo;

    ConnectionWatches(WatchTable table, WatchClient client, int hash) {
        this.table = table;
        this.client = client;
        this.hash = hash;
    }

    int hash() {
        return hash;
    }

    public WatchClient client() {
        return client;
    }

    boolean isGone() {
        return gone;
    }

    PathSet paths() {
        return paths;
    }

    @Override
    public void addData(String path) {
        WatchedPath entry = table.findOrAdd(path);
        int before = entry.countOf(this);
        entry.dataOnce = Watchers.add(entry.dataOnce, this);
        added(entry, before);
    }

    @Override
    public void addChildren(String path) {
        WatchedPath entry = table.findOrAdd(path);
        int before = entry.countOf(this);
        entry.childOnce = Watchers.add(entry.childOnce, this);
        added(entry, before);
    }

    @Override
    public void addPersistent(String path) {
        WatchedPath entry = table.findOrAdd(path);
        int before = entry.countOf(this);
        entry.persistent = Watchers.add(entry.persistent, this);
        added(entry, before);
    }

    @Override
    public void addPersistentRecursive(String path) {
        WatchedPath entry = table.findOrAdd(path);
        int before = entry.countOf(this);
        Object recursiveBefore = entry.recursive;
        entry.recursive = Watchers.add(recursiveBefore, this);
        table.recursiveChanged(recursiveBefore, entry.recursive);
        added(entry, before);
    }

    private void added(WatchedPath entry, int countBefore) {
        table.countChanged(entry.countOf(this) - countBefore);
        paths.add(entry);
    }

    @Override
    public boolean contains(String path, int watcherType) {
        WatchedPath entry = table.find(path);
        if (entry == null) {
            return false;
        }
        return switch (watcherType) {
            case WatcherType.CHILDREN -> Watchers.contains(entry.childOnce, this);
            case WatcherType.DATA -> Watchers.contains(entry.dataOnce, this);
            case WatcherType.PERSISTENT -> Watchers.contains(entry.persistent, this);
            case WatcherType.PERSISTENT_RECURSIVE -> Watchers.contains(entry.recursive, this);
            case WatcherType.ANY -> entry.holds(this);
            default -> throw new IllegalArgumentException("no type of watchers is " + watcherType);
        };
    }

    @Override
    public boolean remove(String path, int watcherType) {
        if (!contains(path, watcherType)) {
            return false;
        }
        boolean any = watcherType == WatcherType.ANY;
        WatchedPath entry = table.find(path);
        int before = entry.countOf(this);
        if (any || watcherType == WatcherType.DATA) {
            entry.dataOnce = Watchers.remove(entry.dataOnce, this);
        }
        if (any || watcherType == WatcherType.CHILDREN) {
            entry.childOnce = Watchers.remove(entry.childOnce, this);
        }
        if (any || watcherType == WatcherType.PERSISTENT) {
            entry.persistent = Watchers.remove(entry.persistent, this);
        }
        if (any || watcherType == WatcherType.PERSISTENT_RECURSIVE) {
            removeRecursive(entry);
        }
        table.countChanged(entry.countOf(this) - before);
        settle(entry);
        table.dropIfEmpty(entry);
        return true;
    }

    private void removeRecursive(WatchedPath entry) {
        Object before = entry.recursive;
        entry.recursive = Watchers.remove(before, this);
        table.recursiveChanged(before, entry.recursive);
    }

    @Override
    public void fire(int eventType, String path) {
        client.notification(FanOut.encode(eventType, path, NO_ZXID));
    }

    /** Forgets the path unless it is still watched. */
    void settle(WatchedPath entry) {
        if (!entry.holds(this)) {
            paths.remove(entry);
        }
    }

    /**
     * The connection has ended: its watches go, and events on their way to it are dropped. Some watches are removed with
     * each call, so that nobody waits long for a client that had very many.
     *
     * @return whether all are gone
     */
    public boolean clearSome(int pathsMax) {
        gone = true;
        for (int i = 0; i < pathsMax; i++) {
            WatchedPath entry = paths.removeAny();
            if (entry == null) {
                return true;
            }
            table.countChanged(-entry.countOf(this));
            entry.dataOnce = Watchers.remove(entry.dataOnce, this);
            entry.childOnce = Watchers.remove(entry.childOnce, this);
            entry.persistent = Watchers.remove(entry.persistent, this);
            removeRecursive(entry);
            table.dropIfEmpty(entry);
        }
        return paths.size() == 0;
    }
}
