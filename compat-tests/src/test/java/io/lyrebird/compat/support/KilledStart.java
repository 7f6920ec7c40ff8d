package io.lyrebird.compat.support;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;

/** A start of a server that is killed on its way, or just after it. */
public final class KilledStart {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private KilledStart() {}

    /** Starts it, waits for the condition, and kills it that much later. */
    public static void of(ServerUnderTest server, Callable<Boolean> begun, int afterMs) throws Exception {
        Thread starting = new Thread(() -> startInVain(server), "start");
        starting.start();
        Await.until("the start has begun", LIMIT, begun);
        Await.holdsWithin(Duration.ofMillis(afterMs), () -> false);
        server.kill();
        starting.join();
    }

    private static void startInVain(ServerUnderTest server) {
        try {
            server.start();
        } catch (IOException e) {
            // It was killed before it served.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
