package io.lyrebird.server.net;

/**
 * What clients may cost.
 *
 * @param frameBytesMax jute.maxbuffer: the longest frame
 * @param connectionsPerHostMax maxClientCnxns; 0 is no limit
 * @param connectionsMax maxCnxns; 0 is no limit
 * @param outstandingMax globalOutstandingLimit: writes of all clients on their way before more are read from clients that
 *     have some on their way
 * @param outstandingBytesMax how long those writes may be together before everybody has to wait
 * @param sessionlessTimeoutMs how long a connection may take to ask for a session, and to end
 * @param outgoingBytesMax what may wait for a client that does not read, before the connection is given up
 * @param bufferedBytesMax what all connections together may hold of requests not served and answers not taken
 * @param touchIntervalMs how often the core hears at most that a session is alive
 */
public record ClientLimits(
        int frameBytesMax,
        int connectionsPerHostMax,
        int connectionsMax,
        int outstandingMax,
        long outstandingBytesMax,
        int sessionlessTimeoutMs,
        int outgoingBytesMax,
        long bufferedBytesMax,
        int touchIntervalMs) {
    private static final int MULTI_READ_FRAMES = 4;
    private static final int MULTI_READ_BYTES_MIN = 16 << 20;

    /** How long the answer to a multiRead may be: several times what its nodes can have been written with. */
    int multiReadBytesMax() {
        return (int)
                Math.min(Integer.MAX_VALUE, Math.max(MULTI_READ_BYTES_MIN, (long) MULTI_READ_FRAMES * frameBytesMax));
    }
}
