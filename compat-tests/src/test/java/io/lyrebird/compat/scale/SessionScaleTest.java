package io.lyrebird.compat.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ProcessGauge;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions that are held and ping, on a server of 512 MiB. The whole claim takes
 * {@code -Dscale.sessions=15000 -Dscale.seconds=60}, and as many open files ({@code ulimit -n}) for each side.
 */
class SessionScaleTest {
    private static final int SESSIONS = Integer.getInteger("scale.sessions", 2_000);
    private static final int SECONDS = Integer.getInteger("scale.seconds", 12);
    private static final int TIMEOUT_MS = 30_000;
    private static final int HEAP_MIB = 512;
    /** Far above what is measured, so that a busy machine does not fail it. */
    private static final double CPU_PERCENT_MAX = 60;

    private static final double HEAP_KIB_PER_SESSION_MAX = 16;

    @TempDir
    Path folder;

    @Test
    void idleSessionsCostLittleMemoryAndHardlyAnyTime() throws Exception {
        ServerOptions options = ServerOptions.defaults()
                .with("maxClientCnxns", 0)
                .with("clientPortAddress", "0.0.0.0")
                .withJvmFlag("-Xmx" + HEAP_MIB + "m");
        try (ServerUnderTest server = new LyrebirdServer(folder, options)) {
            server.start();
            ProcessGauge gauge = new ProcessGauge(server.pid());
            double heapBeforeMiB = gauge.liveHeapMiB();
            try (SessionCrowd crowd = new SessionCrowd(server.address(), TIMEOUT_MS)) {
                long startNanos = System.nanoTime();
                crowd.grow(SESSIONS);
                long growMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
                long cpuBeforeMs = gauge.cpuMs();
                long holdNanos = System.nanoTime();
                crowd.hold(SECONDS);
                double heldMs = (System.nanoTime() - holdNanos) / 1e6;
                double cpuPercent = 100 * (gauge.cpuMs() - cpuBeforeMs) / heldMs;
                double heapMiB = gauge.liveHeapMiB();
                System.out.printf(
                        Locale.ENGLISH,
                        "%d sessions, opened in %d ms, held for %.0f s with %d pings: live heap %.1f MiB of %d"
                                + " (%.1f without them), %d MiB resident, %.1f%% of one processor%n",
                        crowd.size(),
                        growMs,
                        heldMs / 1000,
                        crowd.pongs(),
                        heapMiB,
                        HEAP_MIB,
                        heapBeforeMiB,
                        gauge.residentMiB(),
                        cpuPercent);
                assertEquals(SESSIONS, crowd.size());
                assertEquals(0, crowd.lost());
                assertTrue(crowd.pongs() >= (long) SESSIONS * (SECONDS * 1000 / (TIMEOUT_MS / 3)) * 9 / 10, "pongs");
                assertTrue(cpuPercent < CPU_PERCENT_MAX, () -> cpuPercent + "% of a processor");
                double kibPerSession = (heapMiB - heapBeforeMiB) * 1024 / SESSIONS;
                assertTrue(kibPerSession < HEAP_KIB_PER_SESSION_MAX, () -> kibPerSession + " KiB a session");
            }
        }
    }
}
