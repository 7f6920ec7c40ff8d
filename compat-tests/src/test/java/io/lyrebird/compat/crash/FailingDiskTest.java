package io.lyrebird.compat.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.crash.engine.FaultyStoreProvider;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the disk fails a server, it stops with one clear line, acknowledges nothing more, and has lost nothing. */
class FailingDiskTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int DATA_BYTES = 50_000;
    private static final int NODES_MAX = 2000;
    private static final long FILE_BYTES_MAX = 8 << 20;

    @TempDir
    private Path folder;

    /** How many nodes were acknowledged. */
    private int acknowledged;

    /** A full disk is played by the limit on the size of a file, which the system also refuses with an error. */
    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    void aFullDiskStopsTheServerAndCostsNothingThatWasAcknowledged(String engine) throws Exception {
        ServerOptions options = ServerOptions.defaults().with("lyrebird.store", engine);
        try (LyrebirdServer server = new LyrebirdServer(folder, options)) {
            server.start();
            limitFiles(server.pid());
            try (ZooKeeper client = Clients.connect(server)) {
                assertThrows(KeeperException.ConnectionLossException.class, () -> create(client, NODES_MAX));
            }
            assertStopped(server, "File too large", folder.resolve("data/lyrebird-" + engine));
            assertTrue(Files.readString(server.logFile()).contains("Make room and start it again"));
            assertTrue(acknowledged > 10, "acknowledged " + acknowledged);
            server.start();
            assertAcknowledgedIsThere(server);
        }
    }

    private static void limitFiles(long pid) throws Exception {
        Process prlimit = new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--fsize=" + FILE_BYTES_MAX)
                .inheritIO()
                .start();
        assertEquals(0, prlimit.waitFor());
    }

    /** The engine that fails is a third party's, dropped into lib/. */
    @Test
    void aFailedSyncStopsTheServerAndNothingIsAcknowledgedAfterIt() throws Exception {
        Path home = Installation.copyWith(folder.resolve("home"), FaultyStoreProvider.class);
        ServerOptions options = ServerOptions.defaults().with("lyrebird.store", FaultyStoreProvider.NAME);
        Path engineFolder = folder.resolve("data/lyrebird-" + FaultyStoreProvider.NAME);
        try (LyrebirdServer server = new LyrebirdServer(folder, options, home)) {
            server.start();
            try (ZooKeeper client = Clients.connect(server)) {
                create(client, 50);
                Files.createFile(engineFolder.resolve(FaultyStoreProvider.BROKEN));
                assertThrows(KeeperException.ConnectionLossException.class, () -> create(client, NODES_MAX));
            }
            assertEquals(50, acknowledged);
            assertStopped(server, "Input/output error", engineFolder);
            Files.delete(engineFolder.resolve(FaultyStoreProvider.BROKEN));
            server.start();
            assertAcknowledgedIsThere(server);
        }
    }

    private void create(ZooKeeper client, int upTo) throws Exception {
        while (acknowledged < upTo) {
            client.create(node(acknowledged), new byte[DATA_BYTES], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            acknowledged++;
        }
    }

    private static String node(int number) {
        return "/node-" + number;
    }

    private static void assertStopped(LyrebirdServer server, String reason, Path place) throws Exception {
        Await.until("the server has stopped", LIMIT, () -> !server.isRunning());
        assertEquals(1, server.exitValue());
        List<String> stops = Files.readAllLines(server.logFile()).stream()
                .filter(line -> line.contains("The server stops"))
                .toList();
        assertEquals(1, stops.size(), stops.toString());
        assertTrue(stops.get(0).contains(reason), stops.get(0));
        assertTrue(stops.get(0).contains(place.toString()), stops.get(0));
        server.stop();
    }

    private void assertAcknowledgedIsThere(LyrebirdServer server) throws Exception {
        try (ZooKeeper client = Clients.connect(server)) {
            for (int i = 0; i < acknowledged; i++) {
                assertEquals(DATA_BYTES, client.getData(node(i), false, null).length, node(i));
            }
            client.create("/more", null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        }
    }
}
