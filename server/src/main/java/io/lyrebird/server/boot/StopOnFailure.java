package io.lyrebird.server.boot;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreFullException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way in which a server stops by itself: nothing that is not safe may be acknowledged any more. What fails first is
 * what is told; other threads that come to the same disk a moment later have nothing to add.
 */
final class StopOnFailure implements Thread.UncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger("io.lyrebird.server");
    private static final int EXIT_STATUS = 1;

    private final AtomicBoolean stopping = new AtomicBoolean();

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        if (stopping.compareAndSet(false, true)) {
            tell(thread, failure);
            Runtime.getRuntime().halt(EXIT_STATUS);
        }
    }

    private static void tell(Thread thread, Throwable failure) {
        if (failure.getCause() instanceof StoreException cause) {
            String advice = cause instanceof StoreFullException
                    ? ". Make room and start it again: nothing that was acknowledged is lost"
                    : "";
            LOG.error("The server stops, since {} failed: {}{}", thread.getName(), cause.getMessage(), advice);
            LOG.debug("The server stops", failure);
        } else {
            LOG.error("The server stops, since {} failed: {}", thread.getName(), failure.toString(), failure);
        }
    }
}
