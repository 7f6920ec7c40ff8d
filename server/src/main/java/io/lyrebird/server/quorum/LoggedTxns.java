package io.lyrebird.server.quorum;

import io.lyrebird.store.StoreException;

/** Txns of the log, to be read by whoever sends them. */
public interface LoggedTxns {
    interface Reader {
        void txn(long zxid, byte[] txn);
    }

    /** All of them, in the order of their zxids; an exception means that the log no longer has them all. */
    void forEach(Reader reader) throws StoreException;
}
