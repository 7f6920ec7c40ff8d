package io.lyrebird.store;

/**
 * The storage failed: the disk, the file system or the library on top of it. It is never the caller's mistake (that is an
 * {@link IllegalArgumentException} or {@link IllegalStateException}). After one of these on a write or a sync the store
 * refuses everything further, and the only right answer is to stop the process with the message.
 */
public class StoreException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
