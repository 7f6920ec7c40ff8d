package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private long nowNanos = -5; // nanoTime may be negative, and may pass zero
    private final BoundedLog log = new BoundedLog(logger(), () -> nowNanos);

    private Logger logger() {
        Logger logger = new LoggerContext().getLogger("test");
        logger.setLevel(Level.WARN);
        lines.start();
        logger.addAppender(lines);
        return logger;
    }

    private List<String> said() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void aKindOfTroubleIsSaidOnceAndCountedAfterThat() {
        for (int i = 0; i < 1000; i++) {
            log.warn(BoundedLog.Kind.MALFORMED, "10.0.0.1", "frame " + i);
        }
        assertEquals(1, said().size());
        assertTrue(said().get(0).contains("10.0.0.1"), said().get(0));
        assertTrue(said().get(0).contains("frame 0"), said().get(0));
        nowNanos += 61_000_000_000L;
        log.warn(BoundedLog.Kind.MALFORMED, "10.0.0.2", "again");
        log.warn(BoundedLog.Kind.MALFORMED, "10.0.0.2", "and again");
        assertEquals(2, said().size());
        assertTrue(said().get(1).contains("999 more"), said().get(1));
    }

    @Test
    void oneKindDoesNotHideAnother() {
        log.warn(BoundedLog.Kind.MALFORMED, "10.0.0.1", "frame");
        log.warn(BoundedLog.Kind.AUTH_FAILED, "10.0.0.1", "digest");
        assertEquals(2, said().size());
    }
}
