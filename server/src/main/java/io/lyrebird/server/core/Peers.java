package io.lyrebird.server.core;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;

/**
 * The core's way to its peers: it asks, goes on, and is told by a {@link CoreInput.FromZab} what came of it. What the
 * methods mean is said in {@link io.lyrebird.zab.Effects}.
 */
public interface Peers {
    void sendVote(long serverId, Notification notification);

    void connect(long serverId);

    void disconnect(long connection);

    void send(long connection, LeaderMessage message);

    void send(long connection, LearnerMessage message);

    void sendLogged(long connection, long afterZxid, long upToZxid);

    /** The state that the disk has been told of with {@link Durability#image}, which the core has just brought up to date. */
    void streamSnapshot(long connection);

    /** The edge of a batch: what was sent since the last one goes out. */
    void flush();
}
