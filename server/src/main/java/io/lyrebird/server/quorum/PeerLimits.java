package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.ServerConfig;

/**
 * What other servers may ask of this one.
 *
 * @param packetBytesMax of one message on the quorum port
 * @param waitingBytesMax that may wait to be sent to one server; one that is further behind loses its connection
 * @param electionConnectMs for an attempt to connect to an election port
 * @param leaderConnectMs for an attempt to connect to a leader
 * @param handshakeMs for a connection to an own port to say who it is
 * @param stallMs for a connection to take nothing of what is sent, or to send nothing of a snapshot
 */
public record PeerLimits(
        int packetBytesMax,
        long waitingBytesMax,
        int electionConnectMs,
        int leaderConnectMs,
        int handshakeMs,
        int stallMs) {
    private static final long WAITING_BYTES_MIN = 64L << 20;
    /** What waits is in the heap as txns, and partly in buffers a second time. */
    private static final int WAITING_SHARE = 8;

    /** Of a packet that holds the longest txn: its header and the identities. */
    private static final int PACKET_EXTRA_BYTES = 64 << 10;

    public static PeerLimits of(ServerConfig config, EnsembleConfig ensemble) {
        EnsembleConfig.Limits limits = ensemble.limits();
        long packetBytesMax =
                (long) config.frames().maxBytes() + config.frames().extraBytes() + PACKET_EXTRA_BYTES;
        return new PeerLimits(
                (int) Math.min(packetBytesMax, Integer.MAX_VALUE / 2),
                Math.max(WAITING_BYTES_MIN, Runtime.getRuntime().maxMemory() / WAITING_SHARE),
                limits.electionConnectMs(),
                limits.connectTicks() * config.tickTimeMs(),
                limits.handshakeMs(),
                Math.max(limits.initTicks(), limits.syncTicks()) * config.tickTimeMs());
    }
}
