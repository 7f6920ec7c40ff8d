package io.lyrebird.server.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When sessions expire. Deadlines are rounded up to whole ticks, so that all sessions of a tick expire together and a
 * touch within the same tick moves nothing (Apache's ExpiryQueue).
 */
public final class SessionExpiry {
    private final long tickMs;
    private final Map<Long, Long> deadlines = new HashMap<>();
    private final TreeMap<Long, Set<Long>> buckets = new TreeMap<>();

    public SessionExpiry(long tickMs) {
        this.tickMs = tickMs;
    }

    /** The session was heard of, or begins: it has its whole timeout again. */
    public void touch(long sessionId, int timeoutMs, long nowMs) {
        long deadline = ((nowMs + timeoutMs) / tickMs + 1) * tickMs;
        Long before = deadlines.put(sessionId, deadline);
        if (before != null) {
            if (before == deadline) {
                return;
            }
            leaveBucket(sessionId, before);
        }
        buckets.computeIfAbsent(deadline, at -> new LinkedHashSet<>()).add(sessionId);
    }

    public void remove(long sessionId) {
        Long deadline = deadlines.remove(sessionId);
        if (deadline != null) {
            leaveBucket(sessionId, deadline);
        }
    }

    private void leaveBucket(long sessionId, long deadline) {
        Set<Long> bucket = buckets.get(deadline);
        bucket.remove(sessionId);
        if (bucket.isEmpty()) {
            buckets.remove(deadline);
        }
    }

    /** Takes out the sessions whose deadline has passed. */
    public List<Long> expire(long nowMs) {
        List<Long> expired = new ArrayList<>();
        while (!buckets.isEmpty() && buckets.firstKey() <= nowMs) {
            for (long sessionId : buckets.pollFirstEntry().getValue()) {
                deadlines.remove(sessionId);
                expired.add(sessionId);
            }
        }
        return expired;
    }

    /** The sessions by the time at which they expire. */
    public SortedMap<Long, List<Long>> byDeadline() {
        SortedMap<Long, List<Long>> copy = new TreeMap<>();
        buckets.forEach((deadline, ids) -> copy.put(deadline, List.copyOf(ids)));
        return copy;
    }

    public void clear() {
        deadlines.clear();
        buckets.clear();
    }
}
