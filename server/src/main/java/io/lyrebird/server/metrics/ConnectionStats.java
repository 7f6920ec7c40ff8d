package io.lyrebird.server.metrics;

/**
 * The counters of one connection. The connection's own thread writes; others may read what was written a moment ago, which
 * is enough for a report and costs the connection nothing.
 */
public final class ConnectionStats {
    private static final String NO_OPERATION = "NA";

    private final long establishedMs;
    private long received;
    private long sent;
    private long latencyCount;
    private long latencySumMs;
    private long latencyMinMs;
    private long latencyMaxMs;
    private long lastLatencyMs;
    private long lastResponseMs;
    private long lastCxid;
    private long lastZxid;
    private String lastOperation;

    /** @param establishedMs wall clock when the connection was accepted */
    public ConnectionStats(long establishedMs) {
        this.establishedMs = establishedMs;
        reset();
    }

    /** What {@code crst} does; on the connection's own thread. */
    public void reset() {
        received = 0;
        sent = 0;
        latencyCount = 0;
        latencySumMs = 0;
        latencyMinMs = Long.MAX_VALUE;
        latencyMaxMs = 0;
        lastLatencyMs = 0;
        lastResponseMs = 0;
        lastCxid = -1;
        lastZxid = -1;
        lastOperation = NO_OPERATION;
    }

    public void received() {
        received++;
    }

    public void sent() {
        sent++;
    }

    public void received(int packets) {
        received += packets;
    }

    public void sent(int packets) {
        sent += packets;
    }

    /**
     * A request was answered.
     *
     * @param operation as {@link OperationNames} abbreviates it; NA after an error
     * @param cxid the client's xid; the special ones below zero leave the last one
     * @param zxid the last zxid when it was answered
     * @param arrivedMs monotonic clock when the request was read
     * @param nowMs monotonic clock
     */
    public void answered(String operation, long cxid, long zxid, long arrivedMs, long nowMs) {
        answered(1, operation, cxid, zxid, arrivedMs, nowMs);
    }

    /** Several requests that had arrived together were answered; operation and cxid are those of the last one. */
    public void answered(int requests, String operation, long cxid, long zxid, long arrivedMs, long nowMs) {
        if (cxid >= 0) {
            lastCxid = cxid;
        }
        lastZxid = zxid;
        lastOperation = operation;
        lastResponseMs = nowMs;
        lastLatencyMs = nowMs - arrivedMs;
        latencyMinMs = Math.min(latencyMinMs, lastLatencyMs);
        latencyMaxMs = Math.max(latencyMaxMs, lastLatencyMs);
        latencyCount += requests;
        latencySumMs += requests * lastLatencyMs;
    }

    public long establishedMs() {
        return establishedMs;
    }

    public long packetsReceived() {
        return received;
    }

    public long packetsSent() {
        return sent;
    }

    public String lastOperation() {
        return lastOperation;
    }

    public long lastCxid() {
        return lastCxid;
    }

    public long lastZxid() {
        return lastZxid;
    }

    public long lastResponseMs() {
        return lastResponseMs;
    }

    public long lastLatencyMs() {
        return lastLatencyMs;
    }

    public long latencyMinMs() {
        return latencyMinMs == Long.MAX_VALUE ? 0 : latencyMinMs;
    }

    public long latencyAverageMs() {
        long count = latencyCount;
        return count == 0 ? 0 : latencySumMs / count;
    }

    public long latencyMaxMs() {
        return latencyMaxMs;
    }
}
