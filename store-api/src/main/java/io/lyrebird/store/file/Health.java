package io.lyrebird.store.file;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreFullException;

/**
 * Whether a store may still be written to; its parts share one. The first failed write or sync ends that for good: what the
 * kernel could not write it may have forgotten, so a second sync that succeeds would prove nothing.
 */
public final class Health {
    private volatile StoreException failure;

    public boolean isSound() {
        return failure == null;
    }

    /** To be called before every write and sync. */
    public void check() throws StoreException {
        StoreException first = failure;
        if (first != null) {
            throw new StoreException(
                    "the store stopped writing after an earlier failure: " + first.getMessage(), first);
        }
    }

    /** Remembers that a write or sync failed, and gives the exception to throw. */
    public StoreException failed(String doing, Exception cause) {
        StoreException exception = describe(doing, cause);
        synchronized (this) {
            if (failure == null) {
                failure = exception;
            }
        }
        return exception;
    }

    /** Turns a failure that does no harm to what is written (of a read, of an open) into the exception to throw. */
    public static StoreException describe(String doing, Exception cause) {
        String message = "failed to " + doing + ": " + cause;
        return isOutOfSpace(cause) ? new StoreFullException(message, cause) : new StoreException(message, cause);
    }

    /** The JDK, RocksDB and LMDB all pass on the text of the operating system's error and not its number. */
    private static boolean isOutOfSpace(Throwable cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            String text = String.valueOf(at.getMessage());
            if (text.contains("No space left on device")
                    || text.contains("Disk quota exceeded")
                    || text.contains("File too large")) {
                return true;
            }
        }
        return false;
    }
}
