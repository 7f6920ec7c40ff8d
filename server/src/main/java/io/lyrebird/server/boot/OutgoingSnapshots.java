package io.lyrebird.server.boot;

import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.legacy.SnapshotStream;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreException;
import io.lyrebird.wire.Check;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.zab.Input;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Snapshots on their way to learners. A place in what a connection sends is taken first; what is in the snapshot is known at
 * the end of the core's batch; and then the image is read by whoever sends it, unless the connection has ended by then.
 */
final class OutgoingSnapshots {
    /** The core says what is in a snapshot at the end of its batch, and the image gets there in its next round. */
    private static final long CONTENT_WAIT_MS = 60_000;

    private final ImageWriter image;
    private final Map<Long, Snapshot> byConnection = new ConcurrentHashMap<>();

    OutgoingSnapshots(ImageWriter image) {
        this.image = image;
    }

    /** Hears of connections that end, before the core does. */
    CoreInbox listeningFor(CoreInbox core) {
        return input -> {
            if (input instanceof CoreInput.FromZab zab && zab.input() instanceof Input.Disconnected gone) {
                forget(gone.connection());
            }
            core.submit(input);
        };
    }

    /** For the core's thread, as is the next one. */
    Snapshot announce(long connection) {
        Snapshot snapshot = new Snapshot();
        byConnection.put(connection, snapshot);
        return snapshot;
    }

    /** It holds the image with all changes that it was told of so far. */
    void reached(long connection, SortedMap<Long, Integer> sessions, List<List<Acl>> acls) {
        Snapshot snapshot = byConnection.get(connection);
        if (snapshot != null) {
            image.scan()
                    .whenComplete((nodes, failure) ->
                            snapshot.content(failure == null ? new Content(sessions, acls, nodes) : null));
        }
    }

    /** The connection has ended: what nobody has begun to read never will be. For any thread. */
    void forget(long connection) {
        Snapshot snapshot = byConnection.remove(connection);
        if (snapshot != null) {
            snapshot.abandon();
        }
    }

    private record Content(SortedMap<Long, Integer> sessions, List<List<Acl>> acls, ImageCursor nodes) {}

    /** One of them. Its cursor is closed by its reader, or, if there is none, when it is given up. */
    static final class Snapshot {
        private Content content;
        private boolean failed;
        private boolean abandoned;
        private boolean taken;

        private synchronized void content(Content known) {
            Check.that(content == null, "a snapshot is described once");
            content = known;
            failed = known == null;
            if (abandoned && known != null) {
                known.nodes.close();
            }
            notifyAll();
        }

        private synchronized void abandon() {
            if (!taken) {
                abandoned = true;
                if (content != null) {
                    content.nodes.close();
                }
                notifyAll();
            }
        }

        void writeTo(OutputStream out) throws IOException {
            Content known = take();
            try (ImageCursor nodes = known.nodes) {
                SnapshotStream.write(known.sessions, known.acls, nodes, out);
            } catch (StoreException e) {
                throw new IOException("the image cannot be read: " + e.getMessage(), e);
            }
        }

        private synchronized Content take() throws IOException {
            long deadlineNanos = System.nanoTime() + CONTENT_WAIT_MS * 1_000_000;
            while (content == null && !failed && !abandoned) {
                long leftMs = (deadlineNanos - System.nanoTime()) / 1_000_000;
                if (leftMs <= 0) {
                    abandon();
                    break;
                }
                try {
                    wait(leftMs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    abandon();
                    break;
                }
            }
            if (failed || abandoned) {
                throw new IOException("the snapshot was given up");
            }
            taken = true;
            return content;
        }
    }
}
