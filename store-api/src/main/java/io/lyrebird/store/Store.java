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
     * Ends every use and gives the folders free. Nobody may be inside another method, and cursors must be closed. What was
     * not synced may or may not be there when the store is opened again. Closing twice does nothing.
     */
    @Override
    void close() throws StoreException;
}
