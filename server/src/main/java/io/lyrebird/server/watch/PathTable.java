package io.lyrebird.server.watch;

import io.lyrebird.wire.Check;
import java.util.function.Consumer;

/**
 * The watched paths of one table, found by path or by the beginning of one. The hash is keyed by a secret seed: nobody can
 * choose paths that collide. Hashes are kept beside the entries, so that probing and growing touch no other entry.
 */
final class PathTable {
    private static final int SLOTS_MIN = 16;

    private final long multiplier;
    private final long initial;
    private int[] hashes = new int[SLOTS_MIN];
    private WatchedPath[] slots = new WatchedPath[SLOTS_MIN];
    private int size;

    PathTable(long seed) {
        multiplier = mix(seed) | 1;
        initial = mix(seed + 0x9E3779B97F4A7C15L);
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }

    int size() {
        return size;
    }

    private int hash(String path, int length) {
        long h = initial;
        for (int i = 0; i < length; i++) {
            h = (h ^ path.charAt(i)) * multiplier;
            h ^= h >>> 29;
        }
        return (int) (h >>> 32);
    }

    WatchedPath find(String path) {
        return find(path, path.length());
    }

    /** The entry whose path is the first characters of this one, or null. */
    WatchedPath find(String path, int length) {
        int hash = hash(path, length);
        int mask = slots.length - 1;
        for (int slot = hash & mask; ; slot = (slot + 1) & mask) {
            WatchedPath entry = slots[slot];
            if (entry == null) {
                return null;
            }
            if (hashes[slot] == hash && entry.path.length() == length && entry.path.regionMatches(0, path, 0, length)) {
                return entry;
            }
        }
    }

    WatchedPath findOrAdd(String path) {
        WatchedPath found = find(path);
        if (found != null) {
            return found;
        }
        if (size >= slots.length - (slots.length >> 2)) {
            resize(slots.length * 2);
        }
        WatchedPath added = new WatchedPath(path, hash(path, path.length()));
        insert(added.hash, added);
        size++;
        return added;
    }

    private void insert(int hash, WatchedPath entry) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != null) {
            slot = (slot + 1) & mask;
        }
        hashes[slot] = hash;
        slots[slot] = entry;
    }

    private void resize(int newSlots) {
        int[] oldHashes = hashes;
        WatchedPath[] old = slots;
        hashes = new int[newSlots];
        slots = new WatchedPath[newSlots];
        for (int i = 0; i < old.length; i++) {
            if (old[i] != null) {
                insert(oldHashes[i], old[i]);
            }
        }
    }

    /** Drops an entry that nobody watches any more. One that is not in here has been dropped before. */
    void drop(WatchedPath entry) {
        Check.that(entry.isEmpty(), "a path is dropped although it is watched");
        int mask = slots.length - 1;
        int slot = entry.hash & mask;
        while (slots[slot] != entry) {
            if (slots[slot] == null) {
                return;
            }
            slot = (slot + 1) & mask;
        }
        closeGap(slot);
        size--;
        if (slots.length > SLOTS_MIN && size < slots.length >> 3) {
            resize(slots.length / 2);
        }
    }

    private void closeGap(int slot) {
        int mask = slots.length - 1;
        int hole = slot;
        int next = (slot + 1) & mask;
        while (slots[next] != null) {
            int home = hashes[next] & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                hashes[hole] = hashes[next];
                slots[hole] = slots[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        slots[hole] = null;
    }

    void forEach(Consumer<WatchedPath> action) {
        for (WatchedPath entry : slots) {
            if (entry != null) {
                action.accept(entry);
            }
        }
    }
}
