package io.lyrebird.store;

/**
 * An engine, as {@link java.util.ServiceLoader} finds it: a jar on the class path with a line in
 * {@code META-INF/services/io.lyrebird.store.StoreProvider}.
 */
public interface StoreProvider {
    /** What the configuration calls this engine; lower case letters, digits and dashes. */
    String name();

    /**
     * Whether what is acknowledged survives the process and the machine. An engine that says no may be used stand-alone;
     * a server on it must not vote in an ensemble unless its operator insists. It also means that nobody will ever read
     * the image back, so a server may leave it out.
     */
    boolean durable();

    /**
     * Opens what is in the folders, or creates it where there is nothing. Recovery from a crash happens here. It never
     * starts empty because something could not be read.
     *
     * @throws StoreLockedException if the folders are in use
     * @throws StoreCorruptedException if what is there is damaged in a way that a crash cannot explain
     * @throws IllegalArgumentException if an option makes no sense
     */
    Store open(StoreConfig config) throws StoreException;
}
