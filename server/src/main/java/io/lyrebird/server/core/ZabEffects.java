package io.lyrebird.server.core;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.zab.Effects;
import io.lyrebird.zab.Role;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Passes on what Zab wants done: to the disk and the peers at once, to the core in the order in which it was told. */
final class ZabEffects implements Effects {
    interface Receiver {
        void deliver(Delivered next);

        List<SessionTouch> takeTouches();
    }

    /** For the role at hand: a learner's message, or a leader's answer about a session. */
    record FromPeer(long connection, LearnerMessage fromLearner, LeaderMessage.Revalidated revalidated) {}

    private final Durability disk;
    private final Peers peers;
    private final Receiver core;
    private final Deque<FromPeer> fromPeers = new ArrayDeque<>();

    ZabEffects(Durability disk, Peers peers, Receiver core) {
        this.disk = disk;
        this.peers = peers;
        this.core = core;
    }

    /** Null if there is none. */
    FromPeer pollFromPeer() {
        return fromPeers.poll();
    }

    @Override
    public void append(long zxid, byte[] txn) {
        disk.append(zxid, txn);
    }

    @Override
    public void truncate(long zxid) {
        disk.truncate(zxid);
    }

    @Override
    public void saveEpochs(long acceptedEpoch, long currentEpoch) {
        disk.saveEpochs(acceptedEpoch, currentEpoch);
    }

    @Override
    public void installSnapshot(long connection, long zxid) {
        peers.receiveSnapshot(connection, zxid);
    }

    @Override
    public void deliver(long zxid, byte[] txn) {
        core.deliver(new Delivered.Txn(zxid, txn));
    }

    @Override
    public void deliverLogged(long zxid) {
        core.deliver(new Delivered.Logged(zxid));
    }

    @Override
    public void roleChanged(Role role, long epoch) {
        if (role == Role.LOOKING) {
            fromPeers.clear();
        }
        core.deliver(new Delivered.RoleChange(role, epoch));
    }

    @Override
    public void sendVote(long serverId, Notification notification) {
        peers.sendVote(serverId, notification);
    }

    @Override
    public void connect(long serverId) {
        peers.connect(serverId);
    }

    @Override
    public void disconnect(long connection) {
        peers.disconnect(connection);
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        peers.send(connection, message);
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        peers.send(connection, message);
    }

    @Override
    public void sendLogged(long connection, long afterZxid, long upToZxid) {
        peers.sendLogged(connection, afterZxid, upToZxid);
    }

    @Override
    public void streamSnapshot(long connection) {
        peers.streamSnapshot(connection);
        core.deliver(new Delivered.SnapshotPoint(connection));
    }

    @Override
    public void receivedFromLearner(long connection, long serverId, LearnerMessage message) {
        fromPeers.add(new FromPeer(connection, message, null));
    }

    @Override
    public void receivedFromLeader(LeaderMessage message) {
        if (message instanceof LeaderMessage.SyncDone) {
            core.deliver(new Delivered.SyncDone());
        } else {
            Check.that(message instanceof LeaderMessage.Revalidated, "a leader answers syncs and questions only");
            fromPeers.add(new FromPeer(0, null, (LeaderMessage.Revalidated) message));
        }
    }

    @Override
    public List<SessionTouch> takeTouches() {
        return core.takeTouches();
    }
}
