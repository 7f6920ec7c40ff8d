package io.lyrebird.server.session;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sessions that exist: replicated state, changed by the txns that create and close sessions, and part of every
 * snapshot. That a session is closing is known where requests are prepared, before its close is committed.
 */
public final class Sessions {
    private static final class Session {
        private final int timeoutMs;
        private boolean closing;

        Session(int timeoutMs) {
            this.timeoutMs = timeoutMs;
        }
    }

    private Map<Long, Session> byId = new HashMap<>();

    /** A session that exists already keeps its state: it may be known here before its txn commits. */
    public void add(long sessionId, int timeoutMs) {
        byId.putIfAbsent(sessionId, new Session(timeoutMs));
    }

    public void remove(long sessionId) {
        byId.remove(sessionId);
    }

    public boolean contains(long sessionId) {
        return byId.containsKey(sessionId);
    }

    /** From now on the session's requests are refused as expired. */
    public void setClosing(long sessionId) {
        Session session = byId.get(sessionId);
        if (session != null) {
            session.closing = true;
        }
    }

    /** The close that was under way will never be committed. */
    public void reopen(long sessionId) {
        Session session = byId.get(sessionId);
        if (session != null) {
            session.closing = false;
        }
    }

    /** Of every session. */
    public void reopenAll() {
        byId.values().forEach(session -> session.closing = false);
    }

    /** Takes over the sessions of the other one, which is of no use any more. */
    public void become(Sessions other) {
        byId = other.byId;
    }

    public boolean isClosing(long sessionId) {
        Session session = byId.get(sessionId);
        return session != null && session.closing;
    }

    /** The negotiated timeout of a session that exists. */
    public int timeoutMs(long sessionId) {
        return byId.get(sessionId).timeoutMs;
    }

    public int size() {
        return byId.size();
    }

    /** All sessions and their timeouts, by id. */
    public SortedMap<Long, Integer> timeouts() {
        SortedMap<Long, Integer> timeouts = new TreeMap<>();
        byId.forEach((id, session) -> timeouts.put(id, session.timeoutMs));
        return timeouts;
    }
}
