package io.lyrebird.server.data;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.image.ImageLoader;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;
import io.lyrebird.zab.LogIndex;
import io.lyrebird.zab.Zxid;
import java.util.stream.LongStream;

/** Start-up from disk: the image as it is, then every txn of the log after it. What does not fit together is an error. */
public final class Recovery {
    private final Store store;
    private final Tree tree;
    private final Sessions sessions;
    private final ImageChanges changes;

    public Recovery(Store store, Tree tree, Sessions sessions, ImageChanges changes) {
        this.store = store;
        this.tree = tree;
        this.sessions = sessions;
        this.changes = changes;
    }

    /** Loads the image, or begins a new tree where there is none. */
    public void loadImage() throws StoreException {
        if (store.image().zxid() == 0) {
            SystemNodes.putInto(tree);
            changes.markAll();
        } else {
            scanImage();
        }
    }

    private void scanImage() throws StoreException {
        ImageLoader loader = new ImageLoader(tree, sessions);
        try (ImageCursor cursor = store.image().scan()) {
            while (cursor.next()) {
                loader.entry(cursor.key(), cursor.value());
            }
            tree.setLastZxid(cursor.zxid());
        }
        String problem = loader.problem();
        if (problem != null) {
            throw new StoreCorruptedException(
                    "the image at zxid 0x" + Long.toHexString(tree.lastZxid()) + " is damaged: " + problem);
        }
    }

    /**
     * Applies what is in the log after the image.
     *
     * @return how many txns that were
     */
    public long replayLog(TreeApplier applier) throws StoreException {
        checkLogReachesBackToImage();
        long replayed = 0;
        try (TxnCursor cursor = store.log().read(tree.lastZxid() + 1)) {
            while (cursor.next()) {
                replay(decode(cursor), applier);
                replayed++;
            }
        }
        return replayed;
    }

    /** What the log holds, for a member of an ensemble; the tree is that of the image. */
    public LogIndex logIndex() throws StoreException {
        checkLogReachesBackToImage();
        LongStream.Builder zxids = LongStream.builder();
        try (TxnCursor cursor = store.log().read(0)) {
            while (cursor.next()) {
                zxids.add(cursor.zxid());
            }
        }
        try {
            return LogIndex.recovered(tree.lastZxid(), zxids.build());
        } catch (IllegalStateException e) {
            throw new StoreCorruptedException("txns are missing in the log after the image, which ends at zxid 0x"
                    + Long.toHexString(tree.lastZxid())
                    + ". Move this server's data away and start it again: it gets the"
                    + " leader's");
        }
    }

    /** Zxids of one epoch have no gap: a log whose first entry is not the one after the image has lost some. */
    private void checkLogReachesBackToImage() throws StoreCorruptedException {
        long firstZxid = store.log().firstZxid();
        long imageZxid = tree.lastZxid();
        if (firstZxid > imageZxid + 1 && Zxid.counter(firstZxid) != 1) {
            throw new StoreCorruptedException("the log begins at zxid 0x" + Long.toHexString(firstZxid)
                    + ", but the image ends at 0x" + Long.toHexString(imageZxid)
                    + ": txns between them are missing");
        }
    }

    private void replay(LoggedTxn logged, TreeApplier applier) throws StoreCorruptedException {
        TxnHeader header = logged.header();
        applier.apply(header, logged.txn());
        if (header.type() == OpCode.CREATE_SESSION || header.type() == OpCode.CLOSE_SESSION) {
            changes.sessionChanged(header.clientId());
        }
        TxnDigest digest = logged.digest();
        boolean comparable = digest != null && digest.version() == TreeDigest.VERSION && tree.digestEnabled();
        if (comparable && digest.treeDigest() != tree.digest()) {
            throw new StoreCorruptedException("after the txn 0x" + Long.toHexString(header.zxid())
                    + " the digest of the tree is " + Long.toHexString(tree.digest()) + " and should be "
                    + Long.toHexString(digest.treeDigest())
                    + ": the data is damaged (digest.enabled=false starts without looking at digests)");
        }
    }

    private static LoggedTxn decode(TxnCursor cursor) throws StoreCorruptedException {
        try {
            return TxnCodec.decode(cursor.txn());
        } catch (MalformedException e) {
            throw new StoreCorruptedException(
                    "the log entry at zxid 0x" + Long.toHexString(cursor.zxid()) + " is not a txn: " + e.getMessage());
        }
    }
}
