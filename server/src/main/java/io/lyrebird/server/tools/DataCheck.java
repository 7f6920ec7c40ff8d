package io.lyrebird.server.tools;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.zab.Zxid;
import java.io.PrintStream;

/**
 * Reads everything that an engine holds and holds it against itself: every checksum; every entry of the log a txn, with no
 * zxid missing between two; the image with the number of nodes and the digest it claims; and the txns after it giving the
 * digests that they carry.
 */
final class DataCheck {
    private final Store store;
    private final PrintStream out;
    private long previousZxid;
    private long txns;

    DataCheck(Store store, PrintStream out) {
        this.store = store;
        this.out = out;
    }

    /** @throws StoreException that says what is wrong, and where */
    void run() throws StoreException {
        checkLog();
        out.println(
                txns == 0
                        ? "log: empty"
                        : "log: " + txns + " txns from zxid "
                                + Texts.hex(store.log().firstZxid()) + " to " + Texts.hex(previousZxid)
                                + ", none missing");
        StoredState state = StoredState.load(store);
        out.println("image: zxid " + Texts.hex(store.image().zxid()) + ", whole");
        out.println("image and log: " + state.tree().nodeCount() + " nodes, "
                + state.sessions().size() + " sessions at zxid "
                + Texts.hex(state.tree().lastZxid()) + ", digest "
                + Long.toHexString(state.tree().digest()) + ", with " + state.replayed() + " txns replayed");
    }

    private void checkLog() throws StoreException {
        try (TxnCursor cursor = store.log().read(0)) {
            while (cursor.next()) {
                checkEntry(cursor);
                previousZxid = cursor.zxid();
                txns++;
            }
        }
    }

    private void checkEntry(TxnCursor cursor) throws StoreCorruptedException {
        if (previousZxid != 0 && !Zxid.follows(cursor.zxid(), previousZxid)) {
            throw new StoreCorruptedException("in the log, zxid " + Texts.hex(previousZxid) + " is followed by "
                    + Texts.hex(cursor.zxid()) + ": txns between them are missing");
        }
        try {
            LoggedTxn txn = TxnCodec.decode(cursor.txn());
            if (txn.header().zxid() != cursor.zxid()) {
                throw new StoreCorruptedException("the log entry at zxid " + Texts.hex(cursor.zxid())
                        + " is a txn with the zxid " + Texts.hex(txn.header().zxid()));
            }
        } catch (MalformedException e) {
            throw new StoreCorruptedException(
                    "the log entry at zxid " + Texts.hex(cursor.zxid()) + " is not a txn: " + e.getMessage());
        }
    }
}
