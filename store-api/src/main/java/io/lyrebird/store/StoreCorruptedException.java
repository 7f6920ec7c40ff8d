package io.lyrebird.store;

/**
 * What was read is not what had been written, or something acknowledged is missing. The message names the file or key and,
 * as far as it can be known, the zxid.
 */
public class StoreCorruptedException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreCorruptedException(String message) {
        super(message);
    }

    public StoreCorruptedException(String message, Throwable cause) {
        super(message, cause);
    }
}
