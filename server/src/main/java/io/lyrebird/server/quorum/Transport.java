package io.lyrebird.server.quorum;

import io.lyrebird.server.core.CoreInput;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;

/**
 * The way to other servers. Called on the core's thread, never blocks, never fails: what goes wrong comes back as an
 * input ({@link CoreInput.FromZab}). Connections have numbers that are never used again, and each keeps the order of what
 * is sent through it: messages, logged txns and snapshots.
 */
public interface Transport {
    /** To the election port of a server; only the last one to each matters, and each may be lost. */
    void sendVote(long serverId, Notification notification);

    /** To the quorum port of a server; answered by LeaderConnected or LeaderUnreachable. */
    void connect(long serverId);

    /** Nothing more comes from this connection, but for the end of a snapshot that was being received. */
    void disconnect(long connection);

    void send(long connection, LeaderMessage message);

    void send(long connection, LearnerMessage message);

    /** Sends each of these txns as a proposal and its commit. They are read on a thread of the peers' choice. */
    void sendLogged(long connection, LoggedTxns txns);

    /** Sends the bytes of a snapshot. The source is used on a thread of the peers' choice, and waits for a slow peer. */
    void streamSnapshot(long connection, SnapshotSource source);

    /**
     * The bytes that follow SNAP on this connection are a snapshot: they go to the sink, until it returns. Nothing that
     * comes after them is handed in before {@link #resume}. The sink is used on a thread of the peers' choice, exactly
     * once, also if the connection is gone already: then its stream ends early or fails.
     */
    void receiveSnapshot(long connection, SnapshotSink sink);

    /** The snapshot has been dealt with, well or not: what follows it may come. */
    void resume(long connection);

    /** The edge of a batch: what was sent since the last one goes out. */
    void flush();
}
