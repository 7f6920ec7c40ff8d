package io.lyrebird.server.boot;

import io.lyrebird.server.image.ImageLoader;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;

/** Start-up from disk: the image as it is, then every txn of the log after it. What does not fit together is an error. */
final class Recovery {
    private final Store store;
    private final Tree tree;
    private final Sessions sessions;

    Recovery(Store store, Tree tree, Sessions sessions) {
        this.store = store;
        this.tree = tree;
        this.sessions = sessions;
    }

    /** Whether there is nothing on disk yet. */
    boolean isEmpty() {
        return store.image().zxid() == 0 && store.log().lastZxid() == 0;
    }

    void loadImage() throws StoreException {
        if (store.image().zxid() == 0) {
            return;
        }
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

    /** @return the number of txns */
    long replayLog(TxnListener listener) throws StoreException {
        long replayed = 0;
        long imageZxid = tree.lastZxid();
        long firstZxid = store.log().firstZxid();
        if (imageZxid == 0 && firstZxid > 1 && (firstZxid & 0xffffffffL) != 1) {
            throw new StoreCorruptedException("the log begins at zxid 0x" + Long.toHexString(firstZxid)
                    + " and there is no image of what was before it");
        }
        try (TxnCursor cursor = store.log().read(imageZxid + 1)) {
            while (cursor.next()) {
                listener.txn(decode(cursor));
                replayed++;
            }
        }
        return replayed;
    }

    /** Takes each txn that is replayed. */
    interface TxnListener {
        void txn(LoggedTxn txn) throws StoreException;
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
