package io.lyrebird.server.core;

import java.util.HashMap;
import java.util.Map;

/**
 * Which server each session's client is connected to, as far as the leader knows (SessionTrackerImpl.checkSession). A
 * request that comes from another one was sent before the client moved, and must not be done after those it sends now.
 */
final class SessionOwners {
    /** This server itself; no connection has this number. */
    static final long HERE = Long.MIN_VALUE + 1;

    private final Map<Long, Long> owners = new HashMap<>();

    /** The client was heard of there. */
    void set(long sessionId, long owner) {
        owners.put(sessionId, owner);
    }

    /** Whether a request that comes from there may be done; whoever comes first owns the session. */
    boolean check(long sessionId, long owner) {
        Long known = owners.putIfAbsent(sessionId, owner);
        return known == null || known == owner;
    }

    void remove(long sessionId) {
        owners.remove(sessionId);
    }
}
