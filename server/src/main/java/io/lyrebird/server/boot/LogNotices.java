package io.lyrebird.server.boot;

import io.lyrebird.server.legacy.Notices;
import org.slf4j.Logger;

/** Notices of work on Apache's data as lines of the log. */
final class LogNotices {
    private LogNotices() {}

    static Notices to(Logger log) {
        return new Notices() {
            @Override
            public void info(String message) {
                log.info(message);
            }

            @Override
            public void warn(String message) {
                log.warn(message);
            }
        };
    }
}
