package io.lyrebird.server.core;

import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.Sessions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The sessions whose client is connected here, and until when each session lives. */
final class LocalSessions {
    private record Attached(ClientPort port, int timeoutMs) {}

    private final Sessions sessions;
    private final SessionExpiry expiry;
    private final Map<Long, Attached> attached = new HashMap<>();

    LocalSessions(Sessions sessions, SessionExpiry expiry) {
        this.sessions = sessions;
        this.expiry = expiry;
    }

    /** The session is served by this port from now on; the one that had it before, if any, ends. */
    void attach(long sessionId, ClientPort port, int timeoutMs, long nowMs) {
        Attached before = attached.put(sessionId, new Attached(port, timeoutMs));
        if (before != null && before.port != port) {
            before.port.close();
        }
        expiry.touch(sessionId, timeoutMs, nowMs);
    }

    /** The connection is gone; if the session has moved on to another one meanwhile, that one stays. */
    void detach(long sessionId, ClientPort port) {
        attached.computeIfPresent(sessionId, (id, a) -> a.port == port ? null : a);
    }

    void touch(long sessionId, long nowMs) {
        Attached a = attached.get(sessionId);
        if (a != null && sessions.contains(sessionId) && !sessions.isClosing(sessionId)) {
            expiry.touch(sessionId, a.timeoutMs, nowMs);
        }
    }

    List<Long> expire(long nowMs) {
        return expiry.expire(nowMs);
    }

    /** The session has ended: its connection ends too. */
    void closed(long sessionId) {
        expiry.remove(sessionId);
        Attached a = attached.remove(sessionId);
        if (a != null) {
            a.port.close();
        }
    }

    /** At the beginning of a reign every session has its whole timeout again: nobody was there to hear its pings. */
    void touchAll(long nowMs) {
        expiry.clear();
        sessions.timeouts().forEach((id, timeoutMs) -> expiry.touch(id, timeoutMs, nowMs));
    }

    SortedMap<Long, List<Long>> byDeadline() {
        return expiry.byDeadline();
    }
}
