package io.lyrebird.compat.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.diff.Dice;
import io.lyrebird.compat.diff.RawConnection;
import io.lyrebird.compat.diff.RequestFrames;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ProcessGauge;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Harm is done to the server while someone else works with it: the server stays up, the other one notices nothing, memory
 * stays bounded and the log short.
 *
 * <p>{@code -Dfuzz.attacks=} does more of the attacks from a seed, {@code -Dfuzz.seed=} others, {@code -Dfuzz.first=} begins
 * with the one of that number.
 */
class FuzzTest {
    private static final long SEED = Long.getLong("fuzz.seed", 20_240_607);
    private static final int FIRST = Integer.getInteger("fuzz.first", 0);
    private static final int ATTACKS = Integer.getInteger("fuzz.attacks", 250);
    private static final int ATTACKERS = 4;
    private static final int SLOW_CONNECTIONS = 40;
    private static final int DEAF_CONNECTIONS = 150;
    private static final int BIG_WRITERS = 150;
    private static final int CONNECTIONS_PER_ADDRESS = 50;
    private static final int LOG_LINES_MAX = 100;
    private static final int HEAP_MIB = 256;
    /** The heap, direct memory of the same size at most, and what a JVM takes besides. */
    private static final int RESIDENT_MIB_MAX = 700;

    private static final int ROUNDS_AFTERWARDS = 10;
    private static final Duration AFTERWARDS_LIMIT = Duration.ofSeconds(30);
    private static final long WAIT_MS_MAX = 8_000;

    @TempDir
    Path folder;

    private final Map<Integer, String> underWay = new ConcurrentHashMap<>();

    private interface Harm {
        void doTo(ServerUnderTest server, Bystander bystander) throws Exception;
    }

    private static ServerOptions options() {
        return ServerOptions.defaults()
                .with("lyrebird.store", "memory")
                .with("tickTime", 1000)
                .with("extendedTypesEnabled", true)
                .with("clientPortAddress", "0.0.0.0")
                .withJvmFlag("-Xmx" + HEAP_MIB + "m");
    }

    private void assertSurvives(ServerOptions options, Harm harm) throws Exception {
        try (ServerUnderTest server = new LyrebirdServer(folder, options)) {
            server.start();
            Attacker.prepare(server.address());
            ProcessGauge gauge = new ProcessGauge(server.pid());
            int filesBefore = gauge.openFiles();
            InetSocketAddress elsewhere = new InetSocketAddress("127.0.0.2", 0);
            try (Bystander bystander = new Bystander(server.address(), elsewhere, "/bystander")) {
                harm.doTo(server, bystander);
                assertHolds(server, bystander);
                int rounds = bystander.rounds() + ROUNDS_AFTERWARDS;
                Await.until("the bystander goes on", AFTERWARDS_LIMIT, () -> bystander.rounds() > rounds);
                Await.until("files are closed", AFTERWARDS_LIMIT, () -> gauge.openFiles() <= filesBefore + 4);
                assertHolds(server, bystander);
                double liveHeapMiB = gauge.liveHeapMiB();
                assertTrue(liveHeapMiB < HEAP_MIB / 2.0, () -> "live in the heap: " + liveHeapMiB + " MiB");
            }
            server.stop();
            List<String> log = Files.readAllLines(server.logFile());
            assertTrue(log.size() < LOG_LINES_MAX, () -> log.size() + " lines in the log, such as\n" + log.get(20));
            assertEquals(
                    List.of(),
                    log.stream().filter(line -> line.contains("OutOf")).toList());
        }
    }

    private void assertHolds(ServerUnderTest server, Bystander bystander) throws IOException {
        String attacks = "seed " + SEED + ", attacks " + underWay;
        assertTrue(server.isRunning(), () -> "the server is gone; " + attacks + "\n" + log(server));
        assertNull(bystander.trouble(), () -> attacks + "\n" + log(server));
        assertTrue(bystander.slowestMs() < WAIT_MS_MAX, () -> "somebody waited for " + bystander.slowestMs() + " ms");
        long residentMiB = new ProcessGauge(server.pid()).residentMiB();
        assertTrue(residentMiB < RESIDENT_MIB_MAX, () -> "resident: " + residentMiB + " MiB");
    }

    private static String log(ServerUnderTest server) {
        try {
            return Files.readString(server.logFile());
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void othersNoticeNothingOfHostileClients() throws Exception {
        assertSurvives(options(), (server, bystander) -> {
            List<RawConnection> slow = slowConnections(server.address());
            ExecutorService attackers = Executors.newFixedThreadPool(ATTACKERS);
            AtomicInteger done = new AtomicInteger();
            for (int number = FIRST; number < FIRST + ATTACKS; number++) {
                int attack = number;
                attackers.execute(() -> attack(server, bystander, attack, done));
            }
            awaitAll(attackers);
            assertHolds(server, bystander);
            assertTrue(done.get() > ATTACKS / 2, () -> "only " + done + " attacks could be made");
            for (RawConnection connection : slow) {
                connection.close();
            }
        });
    }

    /** Clients that begin to say something, and are never heard of again. */
    private static List<RawConnection> slowConnections(InetSocketAddress server) throws IOException {
        List<RawConnection> connections = new ArrayList<>();
        for (int i = 0; i < SLOW_CONNECTIONS; i++) {
            RawConnection connection = new RawConnection(server, new InetSocketAddress("127.0.0.3", 0));
            connection.send(RawConnection.framed(RequestFrames.connect(4_000)));
            connection.send(new byte[i % 12]);
            connections.add(connection);
        }
        return connections;
    }

    private void attack(ServerUnderTest server, Bystander bystander, int number, AtomicInteger done) {
        if (bystander.trouble() != null || !server.isRunning()) {
            return;
        }
        underWay.put(number, "?");
        try {
            String name = new Attacker(server.address(), new Dice(SEED * 1_000_003 + number)).attack();
            underWay.put(number, name);
            done.incrementAndGet();
        } catch (IOException e) {
            // Thrown out: that is for the server to decide.
            underWay.put(number, e.toString());
        }
        if (bystander.trouble() == null && server.isRunning()) {
            underWay.remove(number);
        }
    }

    private static void awaitAll(ExecutorService tasks) throws InterruptedException {
        tasks.shutdown();
        assertTrue(tasks.awaitTermination(30, TimeUnit.MINUTES));
    }

    private static InetSocketAddress address(int connection) {
        return new InetSocketAddress("127.0.0." + (10 + connection / CONNECTIONS_PER_ADDRESS), 0);
    }

    @Test
    void clientsThatDoNotReadTheirAnswersCostABoundedAmountOfMemory() throws Exception {
        assertSurvives(options(), (server, bystander) -> {
            List<RawConnection> deaf = new ArrayList<>();
            byte[] request = RawConnection.framed(Attacker.multiRead(24));
            for (int i = 0; i < DEAF_CONNECTIONS; i++) {
                RawConnection connection = new RawConnection(server.address(), address(i));
                connection.send(RawConnection.framed(RequestFrames.connect(4_000)));
                connection.send(request);
                deaf.add(connection);
            }
            int rounds = bystander.rounds() + ROUNDS_AFTERWARDS;
            Await.until(
                    "the bystander goes on meanwhile",
                    AFTERWARDS_LIMIT,
                    () -> bystander.rounds() > rounds || bystander.trouble() != null);
            assertHolds(server, bystander);
            for (RawConnection connection : deaf) {
                connection.close();
            }
        });
    }

    @Test
    void clientsThatWriteMuchAtOnceCostABoundedAmountOfMemory() throws Exception {
        // Not the engine that keeps everything in the very memory that is at stake.
        assertSurvives(options().with("lyrebird.store", "rocksdb"), (server, bystander) -> {
            ExecutorService writers = Executors.newFixedThreadPool(BIG_WRITERS);
            for (int i = 0; i < BIG_WRITERS; i++) {
                InetSocketAddress local = address(i);
                writers.submit(() -> Attacker.writeMuch(server.address(), local));
            }
            awaitAll(writers);
        });
    }
}
