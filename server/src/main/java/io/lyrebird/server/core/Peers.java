package io.lyrebird.server.core;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import java.util.List;
import java.util.SortedMap;

/**
 * The core's way to its peers: it asks, goes on, and is told by an input what came of it. What the methods mean is said in
 * {@link io.lyrebird.zab.Effects}.
 */
public interface Peers {
    void sendVote(long serverId, Notification notification);

    void connect(long serverId);

    void disconnect(long connection);

    void send(long connection, LeaderMessage message);

    void send(long connection, LearnerMessage message);

    void sendLogged(long connection, long afterZxid, long upToZxid);

    /** A snapshot has its place here in what is sent through the connection; what is in it is said a little later. */
    void streamSnapshot(long connection);

    /**
     * What the snapshot for this connection holds: the image with the changes that {@link Durability#image} was told of so
     * far, and nothing that it is told of later.
     *
     * @param sessions and their timeouts
     * @param acls all that nodes have, but for the open one
     */
    void snapshotReached(long connection, SortedMap<Long, Integer> sessions, List<List<Acl>> acls);

    /**
     * A snapshot at this zxid comes through the connection; answered by {@link CoreInput.Installed} or
     * {@link CoreInput.InstallFailed}.
     */
    void receiveSnapshot(long connection, long zxid);

    /** What follows the snapshot may come. */
    void resume(long connection);

    /** The edge of a batch: what was sent since the last one goes out. */
    void flush();
}
