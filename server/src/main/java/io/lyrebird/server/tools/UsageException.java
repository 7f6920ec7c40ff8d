package io.lyrebird.server.tools;

/** The command line does not make sense. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
