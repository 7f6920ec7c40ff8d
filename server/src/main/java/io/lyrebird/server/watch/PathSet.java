package io.lyrebird.server.watch;

/** The paths one connection watches, by identity: open addressing with linear probing, nothing allocated while empty. */
final class PathSet {
    private static final int SLOTS_MIN = 4;

    private WatchedPath[] slots;
    private int size;
    private int nextToRemove;

    int size() {
        return size;
    }

    private int slotOf(WatchedPath path) {
        int mask = slots.length - 1;
        for (int slot = path.hash & mask; ; slot = (slot + 1) & mask) {
            if (slots[slot] == path) {
                return slot;
            }
            if (slots[slot] == null) {
                return ~slot;
            }
        }
    }

    void add(WatchedPath path) {
        if (slots == null) {
            slots = new WatchedPath[SLOTS_MIN];
        }
        int slot = slotOf(path);
        if (slot >= 0) {
            return;
        }
        slots[~slot] = path;
        size++;
        if (size > slots.length - (slots.length >> 2)) {
            resize(slots.length * 2);
        }
    }

    void remove(WatchedPath path) {
        if (slots == null) {
            return;
        }
        int slot = slotOf(path);
        if (slot < 0) {
            return;
        }
        closeGap(slot);
        size--;
        if (size == 0) {
            slots = null;
        } else if (slots.length > SLOTS_MIN && size < slots.length >> 3) {
            resize(slots.length / 2);
        }
    }

    private void resize(int newSlots) {
        WatchedPath[] old = slots;
        slots = new WatchedPath[newSlots];
        for (WatchedPath path : old) {
            if (path != null) {
                slots[~slotOf(path)] = path;
            }
        }
    }

    private void closeGap(int slot) {
        int mask = slots.length - 1;
        int hole = slot;
        int next = (slot + 1) & mask;
        while (slots[next] != null) {
            int home = slots[next].hash & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                slots[hole] = slots[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        slots[hole] = null;
    }

    /** Takes one of the paths out, or gives null. Once this has been called, nothing else but this may be. */
    WatchedPath removeAny() {
        while (size > 0) {
            WatchedPath path = slots[nextToRemove++];
            if (path != null) {
                size--;
                return path;
            }
        }
        slots = null;
        return null;
    }
}
