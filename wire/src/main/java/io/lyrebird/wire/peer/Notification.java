package io.lyrebird.wire.peer;

/**
 * A vote, as FastLeaderElection sends it.
 *
 * @param state     of the sender
 * @param leader    whom it votes for, or follows
 * @param zxid      of that leader, when it was voted for
 * @param round     of the sender's election ("electionEpoch", its logical clock)
 * @param peerEpoch the current epoch of that leader
 * @param version   of this message; {@link #VERSION} has the configuration, 0 is from before 3.4.6
 * @param config    the sender's view of the ensemble, empty before version 2
 */
public record Notification(
        PeerState state, long leader, long zxid, long round, long peerEpoch, int version, String config) {
    public static final int VERSION = 2;
}
