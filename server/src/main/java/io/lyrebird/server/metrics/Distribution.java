package io.lyrebird.server.metrics;

/** Things that are measured, under the names by which ZooKeeper reports them. Times are in milliseconds. */
public enum Distribution {
    /** From the arrival of a request that reads (or a ping) to its reply. */
    READ_LATENCY("readlatency", true),
    /** From the arrival of a request that changes state to its reply. */
    UPDATE_LATENCY("updatelatency", true),
    /** One sync of the log. */
    FSYNC_TIME("fsynctime", false),
    /** Txns made durable by one sync. */
    LOG_BATCH_SIZE("sync_processor_batch_size", false),
    /** Inputs waiting for the core when it takes a batch. */
    CORE_QUEUE_SIZE("prep_processor_queue_size", false),
    /** Letting the image of the tree follow the log, one round. */
    SNAPSHOT_TIME("snapshottime", false),
    /** Loading the image and replaying the log at start. */
    DB_INIT_TIME("dbinittime", false),
    STARTUP_IMAGE_LOAD_TIME("startup_snap_load_time", false),
    STARTUP_TXNS_LOAD_TIME("startup_txns_load_time", false),
    STARTUP_TXNS_LOADED("startup_txns_loaded", false),
    /** Watchers told of one event. */
    NODE_CREATED_WATCHERS("node_created_watch_count", false),
    NODE_DELETED_WATCHERS("node_deleted_watch_count", false),
    NODE_CHANGED_WATCHERS("node_changed_watch_count", false),
    NODE_CHILDREN_WATCHERS("node_children_watch_count", false),
    ELECTION_TIME("election_time", false),
    /** Bytes of one reply; reported as the gauges last/min/max_client_response_size. */
    RESPONSE_SIZE("client_response_size", false);

    private final String reportedName;
    private final boolean percentiles;

    Distribution(String reportedName, boolean percentiles) {
        this.reportedName = reportedName;
        this.percentiles = percentiles;
    }

    public String reportedName() {
        return reportedName;
    }

    /** Whether percentiles are kept besides count, sum, minimum and maximum. */
    public boolean hasPercentiles() {
        return percentiles;
    }
}
