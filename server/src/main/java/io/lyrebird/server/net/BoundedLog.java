package io.lyrebird.server.net;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Says each kind of trouble that clients make once, and then at most once in a while, with how often it happened: a hostile
 * client cannot fill the log.
 */
final class BoundedLog {
    /** What goes wrong with clients. */
    enum Kind {
        MALFORMED("a frame that cannot be understood"),
        TOO_MANY_CONNECTIONS("too many connections"),
        SESSIONLESS("no session in time"),
        NOT_READING("does not read what it is sent"),
        TOO_MUCH_BUFFERED("takes more memory than others while there is too little"),
        ZXID_AHEAD("has seen a zxid that this server has not"),
        AUTH_FAILED("authentication failed"),
        NOT_AUTHENTICATED("has to authenticate first"),
        UNKNOWN_REQUEST("a request of an unknown type"),
        FAILED_REQUEST("a request that failed unexpectedly");

        private final String description;

        Kind(String description) {
            this.description = description;
        }
    }

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final LongSupplier nanoClock;
    private final long[] quietUntil = new long[Kind.values().length];
    private final long[] unsaid = new long[Kind.values().length];
    private final boolean[] said = new boolean[Kind.values().length];

    BoundedLog(Logger log, LongSupplier nanoClock) {
        this.log = log;
        this.nanoClock = nanoClock;
    }

    void warn(Kind kind, Object who, String detail, Throwable cause) {
        long unsaidBefore;
        synchronized (this) {
            int i = kind.ordinal();
            long now = nanoClock.getAsLong();
            if (said[i] && now - quietUntil[i] < 0) {
                unsaid[i]++;
                return;
            }
            said[i] = true;
            quietUntil[i] = now + QUIET_NANOS;
            unsaidBefore = unsaid[i];
            unsaid[i] = 0;
        }
        String more = unsaidBefore == 0 ? "" : " (and " + unsaidBefore + " more like it since the last line)";
        log.warn("Client {}: {}: {}{}", who, kind.description, detail, more, cause);
    }

    void warn(Kind kind, Object who, String detail) {
        warn(kind, who, detail, null);
    }
}
