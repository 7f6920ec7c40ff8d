package io.lyrebird.server.boot;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.DataFolders;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a server in the foreground until the process is told to end. */
final class ServeCommand {
    private static final Logger LOG = LoggerFactory.getLogger("io.lyrebird.server");

    private ServeCommand() {}

    /** @return whether it served and ended well */
    static boolean run(ServerConfig config) throws ConfigException {
        config.warnings().forEach(LOG::warn);
        DataFolders.prepare(config);
        LyrebirdServer server;
        try {
            server = LyrebirdServer.start(config, new StopOnFailure());
        } catch (StoreException | IOException | IllegalArgumentException e) {
            LOG.error("The server cannot start: {}", e.getMessage());
            LOG.debug("The server cannot start", e);
            return false;
        }
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, closed), "shutdown"));
        if (!server.isMember()) {
            LOG.info("Ready: {}", server.describe());
        }
        awaitUninterruptibly(closed);
        return true;
    }

    private static void close(LyrebirdServer server, CountDownLatch closed) {
        try {
            server.close();
            LOG.info("Stopped");
        } catch (StoreException e) {
            LOG.error("The data could not be closed well: {}", e.getMessage());
        } finally {
            closed.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // Nothing but the shutdown hook ends the server.
            }
        }
    }
}
