package io.lyrebird.server.session;

/**
 * Ids of new sessions: the server's id in the top byte, then the time of the start, then a counter
 * (SessionTrackerImpl.initializeNextSessionId), so that servers never give out the same one.
 */
public final class SessionIds {
    private long next;

    public SessionIds(long serverId, long nowMs) {
        long first = nowMs << 24 >>> 8 | serverId << 56;
        // The one value that would read as the owner of a container node.
        next = first == Long.MIN_VALUE ? first + 1 : first;
    }

    public long next() {
        return next++;
    }
}
