package io.lyrebird.store;

/**
 * An open engine: a {@link TxnLog}, an {@link Image} and {@link Registers}, each its own part. {@code package-info} says how
 * a server uses them together, and which thread may call what.
 */
public interface Store extends AutoCloseable {
    TxnLog log();

    Image image();

    Registers registers();

    /**
     * Begins a new image that makes the log obsolete too: its commit replaces the image and empties the log, both or neither
     * whatever crashes. The caller is the writing thread of both parts until it is done. An engine need not know of it.
     *
     * @param newZxid the zxid of the new image, higher or lower than the current one
     */
    default ImageReplacement install(long newZxid) throws StoreException {
        return Installation.begin(this, newZxid);
    }

    /**
     * Ends every use and gives the folders free. Nobody may be inside another method, and cursors must be closed. What was
     * not synced may or may not be there when the store is opened again. Closing twice does nothing.
     */
    @Override
    void close() throws StoreException;
}
