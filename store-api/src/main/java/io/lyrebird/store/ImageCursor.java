package io.lyrebird.store;

/** A walk through the whole image, by one thread. It holds resources, in some engines disk space: close it soon. */
public interface ImageCursor extends AutoCloseable {
    /** The zxid whose state is being read. */
    long zxid();

    /**
     * Goes to the next entry (the first one, at the start).
     *
     * @return false at the end; then it is certain that nothing was missing
     * @throws StoreCorruptedException if an entry is not what was applied, or one is missing
     */
    boolean next() throws StoreException;

    /** The entry's key; the array is the caller's. */
    byte[] key();

    /** The entry's value; the array is the caller's. */
    byte[] value();

    @Override
    void close();
}
