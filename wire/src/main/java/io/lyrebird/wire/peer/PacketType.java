package io.lyrebird.wire.peer;

/** The types of Apache's quorum packets. Those of a reconfiguration (9 and 19) are not spoken here. */
final class PacketType {
    static final int REQUEST = 1;
    static final int PROPOSAL = 2;
    static final int ACK = 3;
    static final int COMMIT = 4;
    static final int PING = 5;
    static final int REVALIDATE = 6;
    static final int SYNC = 7;
    static final int INFORM = 8;
    static final int NEWLEADER = 10;
    static final int FOLLOWERINFO = 11;
    static final int UPTODATE = 12;
    static final int DIFF = 13;
    static final int TRUNC = 14;
    static final int SNAP = 15;
    static final int OBSERVERINFO = 16;
    static final int LEADERINFO = 17;
    static final int ACKEPOCH = 18;

    private PacketType() {}
}
