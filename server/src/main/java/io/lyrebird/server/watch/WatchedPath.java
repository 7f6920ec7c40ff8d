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

    /** How often Apache would count this watcher here: once for data and existence, once for children. */
    int countOf(ConnectionWatches watcher) {
        boolean persistently = Watchers.contains(persistent, watcher);
        boolean data = persistently || Watchers.contains(dataOnce, watcher) || Watchers.contains(recursive, watcher);
        boolean child = persistently || Watchers.contains(childOnce, watcher);
        return (data ? 1 : 0) + (child ? 1 : 0);
    }

    /** Everyone who watches data or existence, in a set of its own. */
    Object dataWatchers() {
        return Watchers.union(Watchers.union(Watchers.copy(dataOnce), persistent), recursive);
    }

    /** Uses up the one-shot watches on data and existence; by how many watches there are less. */
    int dropDataOnce() {
        int less = Watchers.sizeWithout(dataOnce, persistent, recursive);
        dataOnce = null;
        return less;
    }

    /** Uses up the one-shot watches on children; by how many watches there are less. */
    int dropChildOnce() {
        int less = Watchers.sizeWithout(childOnce, persistent, null);
        childOnce = null;
        return less;
    }
}
