package io.lyrebird.zab.sim;

/**
 * Holds what clients are told against real time. The replicated thing is one list: a write puts its number at a
 * position, a read that follows a sync says how long the list is, and {@link Invariants} makes sure that there is only
 * one list. A history is then linearizable exactly if an operation never comes before, in the list, one that had ended
 * when it began; for that, the furthest that has ever been told is all there is to remember.
 */
final class Linearizability {
    private int told;

    /** An operation begins: what it has to come after. */
    int begin() {
        return told;
    }

    void wrote(long serverId, int floor, int position) {
        if (position < floor) {
            throw new SimulationFailure("server " + serverId + " answers a write at " + position
                    + ", but before it was asked for a client had been told of " + floor + " txns");
        }
        told = Math.max(told, position + 1);
    }

    void read(long serverId, int floor, int length) {
        if (length < floor) {
            throw new SimulationFailure("server " + serverId + " has " + length
                    + " txns after a sync, but before it was asked for a client had been told of " + floor);
        }
        told = Math.max(told, length);
    }
}
