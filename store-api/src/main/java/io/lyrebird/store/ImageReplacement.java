package io.lyrebird.store;

/** A new image in the making; see {@link Image#replace}. Once committed or closed it takes nothing more. */
public interface ImageReplacement extends AutoCloseable {
    /** Adds an entry. The order is free; a key that comes again takes its last value. The arrays belong to the engine now. */
    void put(byte[] key, byte[] value) throws StoreException;

    /** Makes this the image, durably on return. */
    void commit() throws StoreException;

    /** Gives up what was not committed; does nothing after {@link #commit}. */
    @Override
    void close() throws StoreException;
}
