package io.lyrebird.server.boot;

import io.lyrebird.server.core.Peers;
import io.lyrebird.server.quorum.LoggedTxns;
import io.lyrebird.server.quorum.Transport;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** The core's peers, reached through the transport; and what is too large for a message, from and to the disk. */
final class TransportPeers implements Peers {
    private final Transport transport;
    private final TxnLog log;
    private final OutgoingSnapshots snapshots;
    private final SnapshotInstaller installer;
    /** Begun at the edge of the batch, when the disk has been told of all that comes before them. */
    private final List<Runnable> atFlush = new ArrayList<>();

    TransportPeers(Transport transport, TxnLog log, OutgoingSnapshots snapshots, SnapshotInstaller installer) {
        this.transport = transport;
        this.log = log;
        this.snapshots = snapshots;
        this.installer = installer;
    }

    @Override
    public void sendVote(long serverId, Notification notification) {
        transport.sendVote(serverId, notification);
    }

    @Override
    public void connect(long serverId) {
        transport.connect(serverId);
    }

    @Override
    public void disconnect(long connection) {
        snapshots.forget(connection);
        transport.disconnect(connection);
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        transport.send(connection, message);
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        transport.send(connection, message);
    }

    @Override
    public void sendLogged(long connection, long afterZxid, long upToZxid) {
        transport.sendLogged(connection, reader -> read(afterZxid, upToZxid, reader));
    }

    private void read(long afterZxid, long upToZxid, LoggedTxns.Reader reader) throws StoreException {
        long lastZxid = afterZxid;
        try (TxnCursor cursor = log.read(afterZxid + 1)) {
            while (lastZxid < upToZxid && cursor.next()) {
                lastZxid = cursor.zxid();
                reader.txn(lastZxid, cursor.txn());
            }
        }
        if (lastZxid != upToZxid) {
            throw new StoreException("the log ends at zxid 0x" + Long.toHexString(lastZxid)
                    + " and should have gone on to 0x" + Long.toHexString(upToZxid));
        }
    }

    @Override
    public void streamSnapshot(long connection) {
        transport.streamSnapshot(connection, snapshots.announce(connection)::writeTo);
    }

    @Override
    public void snapshotReached(long connection, SortedMap<Long, Integer> sessions, List<List<Acl>> acls) {
        snapshots.reached(connection, sessions, acls);
    }

    @Override
    public void receiveSnapshot(long connection, long zxid) {
        atFlush.add(() ->
                transport.receiveSnapshot(connection, (InputStream in) -> installer.receive(connection, zxid, in)));
    }

    @Override
    public void resume(long connection) {
        transport.resume(connection);
    }

    @Override
    public void flush() {
        if (!atFlush.isEmpty()) {
            atFlush.forEach(Runnable::run);
            atFlush.clear();
        }
        transport.flush();
    }
}
