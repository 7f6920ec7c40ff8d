package io.lyrebird.compat.ensemble;

/**
 * One node that all clients write to: its version is the place of a write in the order of all. An operation that begins
 * after another one has ended must not come before it, so the highest version anybody has been told is all there is to
 * remember.
 */
final class RealTime {
    private int told;

    /** An operation begins: the version it has to come after, or show. */
    synchronized int begin() {
        return told;
    }

    synchronized void ended(int version) {
        told = Math.max(told, version);
    }
}
