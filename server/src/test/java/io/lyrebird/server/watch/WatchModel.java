package io.lyrebird.server.watch;

import io.lyrebird.wire.client.EventType;
import io.lyrebird.wire.client.WatcherType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Apache's rules for watches, as plainly as they can be said: two tables, data and child; standard and persistent watches
 * in either, recursive ones in the data table only.
 */
final class WatchModel {
    static final int DATA = 0;
    static final int CHILD = 1;
    static final int PERSISTENT = 2;
    static final int RECURSIVE = 3;

    private enum Mode {
        STANDARD,
        PERSISTENT,
        RECURSIVE
    }

    private record Watch(int client, String path, Mode mode) {}

    private final Set<Watch> data = new HashSet<>();
    private final Set<Watch> child = new HashSet<>();
    private final Map<Integer, List<String>> heard = new HashMap<>();

    void add(int client, String path, int kind) {
        switch (kind) {
            case DATA -> data.add(new Watch(client, path, Mode.STANDARD));
            case CHILD -> child.add(new Watch(client, path, Mode.STANDARD));
            case PERSISTENT -> {
                data.add(new Watch(client, path, Mode.PERSISTENT));
                child.add(new Watch(client, path, Mode.PERSISTENT));
            }
            default -> data.add(new Watch(client, path, Mode.RECURSIVE));
        }
    }

    void nodeCreated(String path, long zxid, boolean readable) {
        tell(trigger(data, path), EventType.NODE_CREATED, path, zxid, readable);
        tell(trigger(child, parent(path)), EventType.NODE_CHILDREN_CHANGED, parent(path), zxid, true);
    }

    void nodeDeleted(String path, long zxid, boolean readable) {
        Set<Integer> told = trigger(data, path);
        tell(told, EventType.NODE_DELETED, path, zxid, readable);
        Set<Integer> others = trigger(child, path);
        others.removeAll(told);
        tell(others, EventType.NODE_DELETED, path, zxid, readable);
        tell(trigger(child, parent(path)), EventType.NODE_CHILDREN_CHANGED, parent(path), zxid, true);
    }

    void dataChanged(String path, long zxid, boolean readable) {
        tell(trigger(data, path), EventType.NODE_DATA_CHANGED, path, zxid, readable);
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash == 0 ? "/" : path.substring(0, slash);
    }

    private static Set<Integer> trigger(Set<Watch> watches, String path) {
        Set<Integer> clients = new TreeSet<>();
        for (Watch watch : watches) {
            String below = watch.path.equals("/") ? "/" : watch.path + "/";
            if (watch.path.equals(path) || watch.mode == Mode.RECURSIVE && path.startsWith(below)) {
                clients.add(watch.client);
            }
        }
        watches.removeIf(watch -> watch.path.equals(path) && watch.mode == Mode.STANDARD);
        return clients;
    }

    private void tell(Set<Integer> clients, int type, String path, long zxid, boolean readable) {
        for (int client : clients) {
            if (readable) {
                heard(client).add(type + " " + path + " " + zxid);
            }
        }
    }

    List<String> heard(int client) {
        return heard.computeIfAbsent(client, c -> new ArrayList<>());
    }

    boolean contains(int client, String path, int type) {
        return switch (type) {
            case WatcherType.CHILDREN -> child.contains(new Watch(client, path, Mode.STANDARD));
            case WatcherType.DATA -> data.contains(new Watch(client, path, Mode.STANDARD));
            case WatcherType.PERSISTENT -> data.contains(new Watch(client, path, Mode.PERSISTENT));
            case WatcherType.PERSISTENT_RECURSIVE -> data.contains(new Watch(client, path, Mode.RECURSIVE));
            default -> has(data, client, path) || has(child, client, path);
        };
    }

    private static boolean has(Set<Watch> watches, int client, String path) {
        return watches.stream().anyMatch(watch -> watch.client == client && watch.path.equals(path));
    }

    boolean remove(int client, String path, int type) {
        return switch (type) {
            case WatcherType.CHILDREN -> child.remove(new Watch(client, path, Mode.STANDARD));
            case WatcherType.DATA -> data.remove(new Watch(client, path, Mode.STANDARD));
            case WatcherType.PERSISTENT -> {
                Watch watch = new Watch(client, path, Mode.PERSISTENT);
                yield data.remove(watch) | child.remove(watch);
            }
            case WatcherType.PERSISTENT_RECURSIVE -> data.remove(new Watch(client, path, Mode.RECURSIVE));
            default ->
                data.removeIf(watch -> watch.client == client && watch.path.equals(path))
                        | child.removeIf(watch -> watch.client == client && watch.path.equals(path));
        };
    }

    void clear(int client) {
        data.removeIf(watch -> watch.client == client);
        child.removeIf(watch -> watch.client == client);
    }

    /** Apache counts a client once per path and table, whatever the modes. */
    int watchCount() {
        return count(data) + count(child);
    }

    private static int count(Set<Watch> watches) {
        return (int) watches.stream()
                .map(watch -> watch.client + watch.path)
                .distinct()
                .count();
    }

    int pathsOf(int client) {
        Set<String> paths = new HashSet<>();
        data.stream().filter(watch -> watch.client == client).forEach(watch -> paths.add(watch.path));
        child.stream().filter(watch -> watch.client == client).forEach(watch -> paths.add(watch.path));
        return paths.size();
    }
}
