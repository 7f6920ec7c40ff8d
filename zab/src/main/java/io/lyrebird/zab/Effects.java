package io.lyrebird.zab;

/**
 * What a node wants done, told during {@link ZabNode#step}. Methods and not objects, since a busy server has several of
 * them a txn. An implementation does or queues what it is told and returns; it never calls back into the node.
 *
 * <p>The disk does its work in the order it is told of it.
 */
public interface Effects {
    /** Write to the log; {@link Input.Durable} says when it is on disk. */
    void append(long zxid, byte[] txn);

    /** Write both epochs, atomically; {@link Input.EpochsDurable} says when they are on disk. */
    void saveEpochs(long acceptedEpoch, long currentEpoch);

    /** Committed: apply it to the tree. In zxid order, each exactly once. */
    void deliver(long zxid, byte[] txn);

    /**
     * Committed, but not in memory: read the log's txns after the last one delivered, up to this one, and apply them.
     * Only for what was in the log at the start: see {@link Persisted}.
     */
    void deliverLogged(long zxid);

    /** The role begins to serve, or, with {@link Role#LOOKING}, ends: requests that are pending are lost. */
    void roleChanged(Role role, long epoch);
}
