package io.lyrebird.store;

/** Another process, or this one, has the folder open. */
public class StoreLockedException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreLockedException(String message) {
        super(message);
    }
}
