package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A genuine Apache server is stopped, and Lyrebird started on its configuration and data folder; and the way back. */
class TakeoverTest {
    private final ServerOptions options = Moves.options();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    void nodesAclsStatsAndSessionsAreThereAndGoBackAgain(String engine) throws Exception {
        try (ServerUnderTest apache = new ApacheServer(folder, options);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, options.with("lyrebird.store", engine))) {
            apache.start();
            ZooKeeper client = Moves.connect(apache);
            Contents.fill(client);
            SortedMap<String, TreeView.Node> before = TreeView.of(client);
            long sessionId = client.getSessionId();
            apache.stop();
            SortedMap<String, String> files = Moves.apacheFiles(folder);

            lyrebird.start();
            Moves.awaitConnected(client);
            assertEquals(sessionId, client.getSessionId());
            TreeView.assertSame(before, TreeView.of(client));
            assertEquals(3, client.getEphemerals().size());
            assertEquals(files, Moves.apacheFiles(folder), "Apache's files were changed");

            String next = Contents.create(client, "/sequences/s-", CreateMode.PERSISTENT_SEQUENTIAL);
            assertEquals("/sequences/s-0000000012", next);
            lyrebird.restart();
            Moves.awaitConnected(client);
            assertArrayEquals(Contents.bytes("/sequences/s-"), client.getData(next, false, null));
            goBack(lyrebird, client, engine);
        }
    }

    private void goBack(ServerUnderTest lyrebird, ZooKeeper client, String engine) throws Exception {
        client.setData("/data/changed", Contents.bytes("by Lyrebird"), -1);
        Contents.create(client, "/kinds/ephemeral2", CreateMode.EPHEMERAL);
        SortedMap<String, TreeView.Node> before = TreeView.of(client);
        long sessionId = client.getSessionId();
        lyrebird.stop();
        Path back = folder.resolve("back");
        Command.succeed("export", folder.resolve("zoo.cfg"), back.resolve("data"));
        try (ServerUnderTest apache = new ApacheServer(back, options)) {
            apache.start();
            Moves.awaitConnected(client);
            assertEquals(sessionId, client.getSessionId());
            TreeView.assertSame(before, TreeView.of(client));
            assertEquals(4, client.getEphemerals().size());
            Moves.assertReadWithoutComplaint(apache);
            client.close();
            try (ZooKeeper other = Moves.connect(apache)) {
                assertTrue(other.getEphemerals().isEmpty());
                assertNull(other.exists("/kinds/ephemeral", false));
            }
            apache.restart();
        }
        assertEquals(engine, engineFolder());
    }

    private String engineFolder() throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("lyrebird-"))
                    .map(name -> name.substring("lyrebird-".length()))
                    .findFirst()
                    .orElse("");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gz", "snappy"})
    void compressedSnapshotsAndALogFolderOfItsOwnAreTakenOver(String method) throws Exception {
        ServerOptions separate =
                options.with("dataLogDir", folder.resolve("logs")).with("snapshot.compression.method", method);
        try (ServerUnderTest apache = new ApacheServer(folder, separate);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, separate)) {
            apache.start();
            ZooKeeper client = Moves.connect(apache);
            Contents.fill(client);
            // A start writes a snapshot of what is there.
            apache.restart();
            Moves.awaitConnected(client);
            Contents.create(client, "/after", CreateMode.PERSISTENT);
            SortedMap<String, TreeView.Node> before = TreeView.of(client);
            apache.stop();
            assertTrue(
                    Moves.apacheFiles(folder).keySet().stream()
                                    .filter(name -> name.endsWith("." + method))
                                    .count()
                            >= 2,
                    Moves.apacheFiles(folder).toString());

            lyrebird.start();
            Moves.awaitConnected(client);
            TreeView.assertSame(before, TreeView.of(client));
            assertTrue(Files.isDirectory(folder.resolve("logs/lyrebird-rocksdb")));
            client.close();
        }
    }

    @Test
    void anApacheServerThatWasNeverUsedIsTakenOver() throws Exception {
        try (ServerUnderTest apache = new ApacheServer(folder, options);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, options)) {
            apache.start();
            apache.stop();
            lyrebird.start();
            try (ZooKeeper client = Moves.connect(lyrebird)) {
                assertEquals(4, TreeView.of(client).size());
                Contents.create(client, "/a", CreateMode.PERSISTENT);
            }
            lyrebird.restart();
        }
    }
}
