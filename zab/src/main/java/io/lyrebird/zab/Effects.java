package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.SessionTouch;
import java.util.List;

/**
 * What a node wants done, told during {@link ZabNode#step}. Methods and not objects, since a busy server has several of
 * them a txn. An implementation does or queues what it is told and returns; it never calls back into the node.
 *
 * <p>What concerns the log (append, truncate, installSnapshot) is done in the order it is told, and answered in that
 * order; so is what concerns the epochs, and neither waits for the other. A connection keeps the order of what is sent
 * through it, streams included.
 */
public interface Effects {
    /** Write to the log; {@link Input.Durable} says when it is on disk. */
    void append(long zxid, byte[] txn);

    /** Cut off what the log has after this zxid; {@link Input.Truncated} says when. If it fails, the server stops. */
    void truncate(long zxid);

    /** Write both epochs, atomically; {@link Input.EpochsDurable} says when they are on disk. */
    void saveEpochs(long acceptedEpoch, long currentEpoch);

    /**
     * The leader's tree comes through this connection, at this zxid: replace the tree and the image by it, atomically;
     * then drop the log up to it, and nothing after it. (A log that does not go on from it, since it begins later, goes
     * with the old image, in the same step.) Exactly one of {@link Input.SnapshotInstalled} and {@link Input.SnapshotFailed} answers,
     * the latter too when the connection ends first or the
     * stream stands still for too long. Nothing else from the connection is handed in before.
     */
    void installSnapshot(long connection, long zxid);

    /** Committed: apply it to the tree. In zxid order, each exactly once. */
    void deliver(long zxid, byte[] txn);

    /**
     * Committed, but not in memory: read the log's txns after the last one delivered, up to this one, and apply them.
     * Only for what was in the log at the start: see {@link Persisted}.
     */
    void deliverLogged(long zxid);

    /**
     * The role begins to serve, or, with {@link Role#LOOKING}, ends: what was asked of it and is not answered is lost.
     */
    void roleChanged(Role role, long epoch);

    /** To the election port of a server; only the last one to each matters, and each may be lost. */
    void sendVote(long serverId, Notification notification);

    /** Connect to the quorum port of a server; {@link Input.LeaderConnected} or the other answer says what came of it. */
    void connect(long serverId);

    void disconnect(long connection);

    void send(long connection, LeaderMessage message);

    void send(long connection, LearnerMessage message);

    /** Send these from the log, each as a proposal and its commit; all of them are durable. */
    void sendLogged(long connection, long afterZxid, long upToZxid);

    /** Send the tree as it is now, with all that is delivered and nothing else. */
    void streamSnapshot(long connection);

    /** A learner's request, touches or question about a session, for the server that leads. */
    void receivedFromLearner(long connection, long serverId, LearnerMessage message);

    /** The leader's answer to something that was forwarded. */
    void receivedFromLeader(LeaderMessage message);

    /** Not an effect but a question: the sessions heard of since it was asked last. */
    List<SessionTouch> takeTouches();
}
