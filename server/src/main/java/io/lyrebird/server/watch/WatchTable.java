package io.lyrebird.server.watch;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.EventType;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The watches of all connections of one loop. */
public final class WatchTable {
    private final PathTable paths;
    private final Consumer<FanOut> events;
    private int connectionsMade;
    /** Paths with a recursive watch: while there is none, a change is looked up at its own path only. */
    private int recursivePaths;

    private long watchCount;

    /**
     * @param hashSeed keys the hash of paths; a secret
     * @param events takes what has to be delivered, in order; called by the core in a write phase
     */
    public WatchTable(long hashSeed, Consumer<FanOut> events) {
        paths = new PathTable(hashSeed);
        this.events = events;
    }

    /** A watcher for a new connection. */
    public ConnectionWatches connect(WatchClient client) {
        int spread = connectionsMade++ * 0x9E3779B9;
        return new ConnectionWatches(this, client, spread ^ spread >>> 16);
    }

    WatchedPath find(String path) {
        return paths.find(path);
    }

    WatchedPath findOrAdd(String path) {
        return paths.findOrAdd(path);
    }

    void dropIfEmpty(WatchedPath entry) {
        if (entry.isEmpty()) {
            paths.drop(entry);
        }
    }

    void countChanged(int more) {
        watchCount += more;
    }

    void recursiveChanged(Object before, Object after) {
        recursivePaths += (after == null ? 0 : 1) - (before == null ? 0 : 1);
    }

    /** A node was created; its parent has one child more. */
    public void nodeCreated(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        if (paths.size() == 0) {
            return;
        }
        nodeEvent(EventType.NODE_CREATED, path, zxid, acl);
        childrenChanged(path, zxid, parentAcl);
    }

    /** A node was deleted. A client that watched both its data and its children hears of it once. */
    public void nodeDeleted(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        if (paths.size() == 0) {
            return;
        }
        nodeEvent(EventType.NODE_DELETED, path, zxid, acl);
        childrenChanged(path, zxid, parentAcl);
    }

    public void dataChanged(String path, long zxid, List<Acl> acl) {
        if (paths.size() != 0) {
            nodeEvent(EventType.NODE_DATA_CHANGED, path, zxid, acl);
        }
    }

    private void nodeEvent(int eventType, String path, long zxid, List<Acl> acl) {
        WatchedPath entry = paths.find(path);
        Object watchers = null;
        boolean usedUp = false;
        if (entry != null) {
            watchers = entry.dataOnce;
            watchCount -= entry.dropDataOnce();
            usedUp = watchers != null;
            if (eventType == EventType.NODE_DELETED && entry.childOnce != null) {
                watchers = Watchers.union(watchers, entry.childOnce);
                watchCount -= entry.dropChildOnce();
                usedUp = true;
            }
            watchers = Watchers.union(watchers, entry.persistent);
            watchers = Watchers.union(watchers, entry.recursive);
            dropIfEmpty(entry);
        }
        if (recursivePaths > 0) {
            watchers = withRecursiveAbove(path, watchers);
        }
        if (watchers != null) {
            events.accept(new FanOut(eventType, path, zxid, acl, watchers, usedUp ? entry : null));
        }
    }

    private Object withRecursiveAbove(String path, Object below) {
        Object watchers = below;
        for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            watchers = withRecursive(paths.find(path, end), watchers);
        }
        return path.length() > 1 ? withRecursive(paths.find("/"), watchers) : watchers;
    }

    private static Object withRecursive(WatchedPath entry, Object watchers) {
        return entry == null ? watchers : Watchers.union(watchers, entry.recursive);
    }

    private void childrenChanged(String childPath, long zxid, List<Acl> acl) {
        WatchedPath entry = paths.find(childPath, Math.max(1, childPath.lastIndexOf('/')));
        if (entry == null) {
            return;
        }
        Object watchers = entry.childOnce;
        watchCount -= entry.dropChildOnce();
        boolean usedUp = watchers != null;
        watchers = Watchers.union(watchers, entry.persistent);
        dropIfEmpty(entry);
        if (watchers != null) {
            events.accept(new FanOut(
                    EventType.NODE_CHILDREN_CHANGED, entry.path, zxid, acl, watchers, usedUp ? entry : null));
        }
    }

    /** Data watches, which are what Apache's wchs, wchc and wchp tell of: the sessions of each path. */
    public SortedMap<String, SortedSet<Long>> sessionsByPath() {
        SortedMap<String, SortedSet<Long>> byPath = new TreeMap<>();
        paths.forEach(entry -> {
            Object watchers = entry.dataWatchers();
            if (watchers != null) {
                SortedSet<Long> sessions = new TreeSet<>();
                Watchers.forEach(
                        watchers, watcher -> sessions.add(watcher.client().sessionId()));
                byPath.put(entry.path, sessions);
            }
        });
        return byPath;
    }

    /** Watches of both kinds, counted as Apache counts them. */
    public long watchCount() {
        return watchCount;
    }
}
