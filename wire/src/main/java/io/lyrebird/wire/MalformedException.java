package io.lyrebird.wire;

/**
 * Bytes that are not what they claim to be. The message says what was wrong and where; there is no stack trace, so
 * that a flood of bad input costs its sender more than it costs us.
 */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message, null, false, false);
    }
}
