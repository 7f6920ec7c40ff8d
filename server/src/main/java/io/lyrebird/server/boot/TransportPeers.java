package io.lyrebird.server.boot;

import io.lyrebird.server.core.Peers;
import io.lyrebird.server.legacy.SnapshotStream;
import io.lyrebird.server.quorum.LoggedTxns;
import io.lyrebird.server.quorum.Transport;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The core's peers, reached through the transport; and what is too large for a message, from and to the disk. */
final class TransportPeers implements Peers {
    /** The core says what is in a snapshot at the end of the batch, and the image writer gets there in its next round. */
    private static final long SNAPSHOT_WAIT_S = 60;

    /** What a snapshot holds. */
    private record Content(SortedMap<Long, Integer> sessions, List<List<Acl>> acls, ImageCursor nodes) {}

    private final Transport transport;
    private final TxnLog log;
    private final ImageWriter image;
    private final SnapshotInstaller installer;
    /** Snapshots that have been announced and not described yet, by connection. */
    private final Map<Long, CompletableFuture<Content>> announced = new HashMap<>();
    /** Begun at the edge of the batch, when the disk has been told of all that comes before them. */
    private final List<Runnable> atFlush = new ArrayList<>();

    TransportPeers(Transport transport, TxnLog log, ImageWriter image, SnapshotInstaller installer) {
        this.transport = transport;
        this.log = log;
        this.image = image;
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
        CompletableFuture<Content> content = new CompletableFuture<>();
        announced.put(connection, content);
        transport.streamSnapshot(connection, out -> write(content, out));
    }

    @Override
    public void snapshotReached(long connection, SortedMap<Long, Integer> sessions, List<List<Acl>> acls) {
        CompletableFuture<Content> content = announced.remove(connection);
        image.scan().whenComplete((nodes, failure) -> {
            if (failure != null) {
                content.completeExceptionally(failure);
            } else if (!content.complete(new Content(sessions, acls, nodes))) {
                nodes.close();
            }
        });
    }

    private static void write(CompletableFuture<Content> announced, OutputStream out) throws IOException {
        Content content = await(announced);
        try (ImageCursor nodes = content.nodes) {
            SnapshotStream.write(content.sessions, content.acls, nodes, out);
        } catch (StoreException e) {
            throw new IOException("the image cannot be read: " + e.getMessage(), e);
        }
    }

    private static Content await(CompletableFuture<Content> announced) throws IOException {
        try {
            return announced.get(SNAPSHOT_WAIT_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw giveUp(announced, e);
        } catch (ExecutionException | TimeoutException e) {
            throw giveUp(announced, e);
        }
    }

    private static IOException giveUp(CompletableFuture<Content> announced, Exception cause) {
        announced.cancel(false);
        return new IOException("there is no snapshot: " + cause, cause);
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
