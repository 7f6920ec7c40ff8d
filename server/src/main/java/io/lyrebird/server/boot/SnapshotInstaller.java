package io.lyrebird.server.boot;

import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.data.WholeImage;
import io.lyrebird.server.legacy.SnapshotStream;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a leader's snapshot take the place of what this server has: it is read into a tree of its own, made durable in one
 * step by the log writer, in its turn, and then handed to the core.
 */
final class SnapshotInstaller {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotInstaller.class);

    private final Store store;
    private final Supplier<Tree> newTree;
    private final LogWriter logWriter;
    private final ImageWriter imageWriter;
    private final CoreInbox core;

    SnapshotInstaller(
            Store store, Supplier<Tree> newTree, LogWriter logWriter, ImageWriter imageWriter, CoreInbox core) {
        this.store = store;
        this.newTree = newTree;
        this.logWriter = logWriter;
        this.imageWriter = imageWriter;
        this.core = core;
    }

    /** Reads it; the core is told when it is installed, or that it failed. */
    void receive(long connection, long zxid, InputStream in) throws IOException {
        Tree tree = newTree.get();
        Sessions sessions = new Sessions();
        LOG.info("Taking over the leader's snapshot at zxid 0x{}", Long.toHexString(zxid));
        try {
            SnapshotStream.read(in, tree, sessions);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The leader's snapshot at zxid 0x{} did not come whole: {}", Long.toHexString(zxid), e.toString());
            core.submit(new CoreInput.InstallFailed(connection));
            throw e;
        }
        tree.setLastZxid(zxid);
        LOG.info("Got {} nodes and {} sessions", tree.nodeCount(), sessions.size());
        logWriter.install(new Received(connection, zxid, tree, sessions));
    }

    private final class Received implements LogWriter.Snapshot {
        private final long connection;
        private final long zxid;
        private final Tree tree;
        private final Sessions sessions;

        Received(long connection, long zxid, Tree tree, Sessions sessions) {
            this.connection = connection;
            this.zxid = zxid;
            this.tree = tree;
            this.sessions = sessions;
        }

        @Override
        public long zxid() {
            return zxid;
        }

        /**
         * What the log has after the snapshot stays if it goes on from there, until the leader says what comes there;
         * otherwise it goes in one step with the old image.
         */
        @Override
        public void install(long logBaseZxid) throws StoreException {
            try {
                imageWriter.suspend();
            } catch (InterruptedException e) {
                throw new IllegalStateException("the log writer was interrupted", e);
            }
            boolean logGoesOn = zxid >= logBaseZxid && store.log().lastZxid() > zxid;
            try (ImageReplacement image = logGoesOn ? store.image().replace(zxid) : store.install(zxid)) {
                WholeImage.fill(image, tree, sessions);
                image.commit();
            }
            if (logGoesOn) {
                store.log().dropBefore(zxid + 1);
            }
            imageWriter.resume(zxid);
        }

        @Override
        public void installed() {
            core.submit(new CoreInput.Installed(connection, zxid, tree, sessions));
        }
    }
}
