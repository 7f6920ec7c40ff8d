package io.lyrebird.store;

/** A walk through the log, by one thread. */
public interface TxnCursor extends AutoCloseable {
    /**
     * Goes to the next entry (the first one, at the start).
     *
     * @return false at the end of what can be read for now
     * @throws StoreCorruptedException if the entry is not what was appended, or one is missing
     */
    boolean next() throws StoreException;

    long zxid();

    /** The entry's bytes; the array is the caller's. */
    byte[] txn();

    @Override
    void close();
}
