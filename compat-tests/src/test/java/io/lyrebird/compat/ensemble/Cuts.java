package io.lyrebird.compat.ensemble;

import java.util.HashSet;
import java.util.Set;

/** Which member cannot reach which: what is on its way waits until the cut is mended, as packets that are sent again. */
final class Cuts {
    private record Direction(int from, int to) {}

    private final Set<Direction> cut = new HashSet<>();

    synchronized void cut(int from, int to) {
        cut.add(new Direction(from, to));
    }

    synchronized void mendAll() {
        cut.clear();
        notifyAll();
    }

    synchronized void awaitMended(int from, int to) throws InterruptedException {
        while (cut.contains(new Direction(from, to))) {
            wait();
        }
    }
}
