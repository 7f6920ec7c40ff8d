package io.lyrebird.server.watch;

import java.util.function.Consumer;

/**
 * A set of watchers, small when it is small: most watched paths have one watcher, some have hundreds of thousands.
 *
 * <p>The set is held in a field of type Object, and each change gives the value to put there: null for no watcher, the
 * watcher itself for one, a {@link Group} for more.
 */
final class Watchers {
    /** Two watchers and more, open addressing with linear probing. */
    private static final class Group {
        private static final int SLOTS_MIN = 4;

        private ConnectionWatches[] slots;
        private int size;

        Group(int slots) {
            this.slots = new ConnectionWatches[slots];
        }

        Group(Group other) {
            slots = other.slots.clone();
            size = other.size;
        }

        /** The slot that holds the watcher, or the complement of the one where it would go. */
        int slotOf(ConnectionWatches watcher) {
            int mask = slots.length - 1;
            for (int slot = watcher.hash() & mask; ; slot = (slot + 1) & mask) {
                if (slots[slot] == watcher) {
                    return slot;
                }
                if (slots[slot] == null) {
                    return ~slot;
                }
            }
        }

        boolean add(ConnectionWatches watcher) {
            int slot = slotOf(watcher);
            if (slot >= 0) {
                return false;
            }
            slots[~slot] = watcher;
            size++;
            if (size > slots.length - (slots.length >> 2)) {
                resize(slots.length * 2);
            }
            return true;
        }

        private void resize(int newSlots) {
            ConnectionWatches[] old = slots;
            slots = new ConnectionWatches[newSlots];
            for (ConnectionWatches watcher : old) {
                if (watcher != null) {
                    slots[~slotOf(watcher)] = watcher;
                }
            }
        }

        boolean remove(ConnectionWatches watcher) {
            int slot = slotOf(watcher);
            if (slot < 0) {
                return false;
            }
            closeGap(slot);
            size--;
            if (slots.length > SLOTS_MIN && size < slots.length >> 3) {
                resize(slots.length / 2);
            }
            return true;
        }

        /** Linear probing without tombstones: what follows the removed entry moves up. */
        private void closeGap(int slot) {
            int mask = slots.length - 1;
            int hole = slot;
            int next = (slot + 1) & mask;
            while (slots[next] != null) {
                int home = slots[next].hash() & mask;
                if (((next - home) & mask) >= ((next - hole) & mask)) {
                    slots[hole] = slots[next];
                    hole = next;
                }
                next = (next + 1) & mask;
            }
            slots[hole] = null;
        }

        ConnectionWatches any() {
            for (ConnectionWatches watcher : slots) {
                if (watcher != null) {
                    return watcher;
                }
            }
            return null;
        }
    }

    private Watchers() {}

    static Object add(Object set, ConnectionWatches watcher) {
        if (set == null || set == watcher) {
            return watcher;
        }
        if (set instanceof Group group) {
            group.add(watcher);
            return group;
        }
        Group group = new Group(Group.SLOTS_MIN);
        group.add((ConnectionWatches) set);
        group.add(watcher);
        return group;
    }

    static Object remove(Object set, ConnectionWatches watcher) {
        if (set == watcher) {
            return null;
        }
        if (set instanceof Group group && group.remove(watcher) && group.size == 1) {
            return group.any();
        }
        return set;
    }

    static boolean contains(Object set, ConnectionWatches watcher) {
        return set == watcher || set instanceof Group group && group.slotOf(watcher) >= 0;
    }

    static int size(Object set) {
        if (set instanceof Group group) {
            return group.size;
        }
        return set == null ? 0 : 1;
    }

    /** How many watchers are in a set and in none of two others. */
    static int sizeWithout(Object set, Object other, Object another) {
        if (other == null && another == null) {
            return size(set);
        }
        int[] count = new int[1];
        forEach(set, watcher -> count[0] += contains(other, watcher) || contains(another, watcher) ? 0 : 1);
        return count[0];
    }

    /** A set of its own with the same watchers. */
    static Object copy(Object set) {
        return set instanceof Group group ? new Group(group) : set;
    }

    /** Both sets in one. The first is used up, the second is left as it is. */
    static Object union(Object mine, Object other) {
        if (mine == null) {
            return copy(other);
        }
        if (!(other instanceof Group group)) {
            return other == null ? mine : add(mine, (ConnectionWatches) other);
        }
        Object all = mine;
        for (ConnectionWatches watcher : group.slots) {
            if (watcher != null) {
                all = add(all, watcher);
            }
        }
        return all;
    }

    static void forEach(Object set, Consumer<ConnectionWatches> action) {
        if (set instanceof Group group) {
            for (ConnectionWatches watcher : group.slots) {
                if (watcher != null) {
                    action.accept(watcher);
                }
            }
        } else if (set != null) {
            action.accept((ConnectionWatches) set);
        }
    }

    /** How many places {@link #at} has; some of them may be empty. */
    static int places(Object set) {
        if (set instanceof Group group) {
            return group.slots.length;
        }
        return set == null ? 0 : 1;
    }

    /** The watcher at a place of a set that does not change any more, or null. */
    static ConnectionWatches at(Object set, int place) {
        return set instanceof Group group ? group.slots[place] : (ConnectionWatches) set;
    }
}
