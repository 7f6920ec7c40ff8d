package io.lyrebird.store.lmdb;

import org.lmdbjava.LmdbException;

/** LMDB has given something that it cannot have been given: a page of its tree is damaged. */
final class DamagedPageException extends LmdbException {
    private static final long serialVersionUID = 1L;

    DamagedPageException(String message) {
        super(message);
    }

    DamagedPageException(String message, Throwable cause) {
        super(message, cause);
    }
}
