package io.lyrebird.store;

/** The device (or a quota or file size limit on it) is full. What had been acknowledged before is still there. */
public class StoreFullException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
