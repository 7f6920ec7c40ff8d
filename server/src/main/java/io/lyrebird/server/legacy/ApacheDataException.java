package io.lyrebird.server.legacy;

import java.io.IOException;

/** Apache's data cannot be taken over. The message says which file it is, what is wrong with it, and what to do. */
public final class ApacheDataException extends IOException {
    private static final long serialVersionUID = 1L;

    public ApacheDataException(String message) {
        super(message);
    }

    public ApacheDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
