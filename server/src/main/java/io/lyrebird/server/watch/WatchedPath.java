package io.lyrebird.server.watch;

/**
 * One path and its watchers in one table, by kind. Apache keeps data and child watches in two tables and persistent ones
 * in both; since those are always added and removed together, one entry with four sets is the same.
 */
final class WatchedPath {
    final String path;
    final int hash;

    /** One-shot watches of getData and exists. */
    Object dataOnce;
    /** One-shot watches of getChildren. */
    Object childOnce;

    Object persistent;
    Object recursive;

    WatchedPath(String path, int hash) {
        this.path = path;
        this.hash = hash;
    }

    boolean isEmpty() {
        return dataOnce == null && childOnce == null && persistent == null && recursive == null;
    }

    boolean holds(ConnectionWatches watcher) {
        return Watchers.contains(dataOnce, watcher)
                || Watchers.contains(childOnce, watcher)
                || Watchers.contains(persistent, watcher)
                || Watchers.contains(recursive, watcher);
    }

    /** Whether the watcher has a watch that Apache would keep in its table of data watches. */
    boolean holdsData(ConnectionWatches watcher) {
        return Watchers.contains(dataOnce, watcher)
                || Watchers.contains(persistent, watcher)
                || Watchers.contains(recursive, watcher);
    }

    /** Everyone in Apache's table of data watches for this path, in a set of its own. */
    Object dataWatchers() {
        return Watchers.union(Watchers.union(Watchers.copy(dataOnce), persistent), recursive);
    }

    /** Everyone in Apache's table of child watches for this path, in a set of its own. */
    Object childWatchers() {
        return Watchers.union(Watchers.copy(childOnce), persistent);
    }
}
