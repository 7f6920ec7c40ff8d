package io.lyrebird.server.metrics;

/** Things that are counted, under the names by which ZooKeeper reports them. */
public enum Counter {
    PACKETS_RECEIVED("packets_received"),
    PACKETS_SENT("packets_sent"),
    BYTES_RECEIVED("bytes_received_count"),
    /** Bytes of replies. */
    RESPONSE_BYTES("response_bytes"),
    /** Bytes of watch events. */
    WATCH_BYTES("watch_bytes"),
    /** Requests for a session, new or old. */
    CONNECTION_REQUESTS("connection_request_count"),
    /** Requests for a session that exists already. */
    CONNECTION_REVALIDATIONS("connection_revalidate_count"),
    /** Connections refused because of a limit. */
    CONNECTIONS_REJECTED("connection_rejected"),
    /** Connections that ended without the client having closed its session. */
    CONNECTIONS_DROPPED("connection_drop_count"),
    /** Connections closed because no session came about in time. */
    SESSIONLESS_CONNECTIONS_EXPIRED("sessionless_connections_expired"),
    SESSIONS_EXPIRED("stale_sessions_expired"),
    /** Replies that found their connection gone. */
    STALE_REPLIES("stale_replies"),
    AUTH_FAILED("auth_failed_count"),
    /** This and what follows up to the elections is counted in an ensemble only, as in ZooKeeper. */
    PROPOSALS("proposal_count"),
    COMMITS("commit_count"),
    /** Replicas that were brought up to date with a snapshot, or with the txns they missed. */
    SNAP_SYNCS("snap_count"),
    DIFF_SYNCS("diff_count"),
    /** Times that an election began. */
    LOOKING("looking_count"),
    /** Txns handed to the log. */
    LOGGED_TXNS("sync_processor_request_queued"),
    /** Times that clients were not read from because too many requests were outstanding. */
    THROTTLED("request_throttle_wait_count"),
    DIGEST_MISMATCHES("digest_mismatches_count"),
    UNRECOVERABLE_ERRORS("unrecoverable_error_count");

    private final String reportedName;

    Counter(String reportedName) {
        this.reportedName = reportedName;
    }

    public String reportedName() {
        return reportedName;
    }
}
