package io.lyrebird.server.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sessions whose client is connected here. */
final class LocalSessions {
    private record Attached(ClientPort port, int timeoutMs) {}

    static final int NOT_HERE = -1;

    private final Map<Long, Attached> attached = new LinkedHashMap<>();

    /** The session is served by this port from now on; the one that had it before, if any, ends. */
    void attach(long sessionId, ClientPort port, int timeoutMs) {
        Attached before = attached.put(sessionId, new Attached(port, timeoutMs));
        if (before != null && before.port != port) {
            before.port.close();
        }
    }

    /** The connection is gone; if the session has moved on to another one meanwhile, that one stays. */
    void detach(long sessionId, ClientPort port) {
        Attached now = attached.get(sessionId);
        if (now != null && now.port == port) {
            attached.remove(sessionId);
        }
    }

    boolean isAttached(long sessionId, ClientPort port) {
        Attached now = attached.get(sessionId);
        return now != null && now.port == port;
    }

    /** What was agreed with the client; {@link #NOT_HERE} if it is not connected here. */
    int timeoutMs(long sessionId) {
        Attached now = attached.get(sessionId);
        return now == null ? NOT_HERE : now.timeoutMs;
    }

    /** The session has ended, or goes on elsewhere: its connection here ends. */
    void close(long sessionId) {
        Attached now = attached.remove(sessionId);
        if (now != null) {
            now.port.close();
        }
    }

    void closeAll() {
        List<Attached> all = new ArrayList<>(attached.values());
        attached.clear();
        all.forEach(one -> one.port.close());
    }
}
