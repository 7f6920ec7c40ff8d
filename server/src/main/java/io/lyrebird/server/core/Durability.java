package io.lyrebird.server.core;

import io.lyrebird.server.image.ImageChanges;

/** The disk as the core sees it: it asks, goes on, and is told by an input when it is done, in the order of asking. */
public interface Durability {
    /** Takes txns of the log. */
    interface TxnReader {
        void txn(long zxid, byte[] txn);
    }

    /** Answered by {@link CoreInput.Durable}. */
    void append(long zxid, byte[] txn);

    /** Answered by {@link io.lyrebird.zab.Input.Truncated}. */
    void truncate(long zxid);

    /** Answered by {@link CoreInput.EpochsDurable}. */
    void saveEpochs(long acceptedEpoch, long currentEpoch);

    /** The image may follow: these are the changes up to and including this zxid. Nothing waits for it. */
    void image(ImageChanges changes, long zxid);

    /** Reads the txns after the first zxid, up to the second, all of which were in the log at the start. Waits for the disk. */
    void readLog(long afterZxid, long upToZxid, TxnReader reader);
}
