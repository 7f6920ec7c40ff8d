package io.lyrebird.wire.peer;

/** What a server says of itself in an election, with the numbers of the wire. */
public enum PeerState {
    LOOKING(0),
    FOLLOWING(1),
    LEADING(2),
    OBSERVING(3);

    private final int number;

    PeerState(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** Null for a number that means nothing. */
    public static PeerState of(int number) {
        return number < 0 || number >= values().length ? null : values()[number];
    }
}
