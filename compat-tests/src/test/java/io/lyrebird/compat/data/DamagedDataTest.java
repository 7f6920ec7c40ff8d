package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Genuine files of an Apache server, damaged: never an empty tree, never less than there was without a word. */
class DamagedDataTest {
    private final ServerOptions options = Moves.options();

    @TempDir
    private Path folder;

    private Path version2;
    private SortedMap<String, TreeView.Node> tree;

    /** Two runs: a snapshot of nothing, a log, a snapshot of that, and a log after it. */
    @BeforeEach
    void fillAndStop() throws Exception {
        version2 = folder.resolve("data/version-2");
        try (ServerUnderTest apache = new ApacheServer(folder, options)) {
            apache.start();
            ZooKeeper client = Moves.connect(apache);
            Contents.fill(client);
            apache.restart();
            Moves.awaitConnected(client);
            Contents.create(client, "/after", CreateMode.PERSISTENT);
            tree = TreeView.of(client);
            apache.kill();
        }
        assertEquals(2, files("log.").size());
        assertEquals(2, files("snapshot.").size());
    }

    private List<Path> files(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(version2)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted((a, b) -> Long.compare(zxid(a), zxid(b)))
                    .toList();
        }
    }

    private static long zxid(Path file) {
        return Long.parseLong(file.getFileName().toString().replaceFirst(".*\\.", ""), 16);
    }

    private static void flip(Path file, int offset) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= 4;
        Files.write(file, bytes);
    }

    private void assertStartsWithEverything() throws Exception {
        try (ServerUnderTest lyrebird = new LyrebirdServer(folder, options)) {
            lyrebird.start();
            try (ZooKeeper client = Moves.connect(lyrebird)) {
                TreeView.assertSame(tree, TreeView.of(client));
            }
        }
    }

    private void assertRefusedNaming(Path file) throws Exception {
        try (ServerUnderTest lyrebird = new LyrebirdServer(folder, options)) {
            String refusal = OfflineCommandsTest.startFailure(lyrebird);
            assertTrue(refusal.contains(file.toString()), refusal);
        }
    }

    @Test
    void aDamagedLogIsRefusedUntilItIsRepaired() throws Exception {
        Path log = files("log.").get(1);
        byte[] bytes = Files.readAllBytes(log);
        flip(log, 60);
        assertRefusedNaming(log);
        Files.write(log, bytes);
        assertStartsWithEverything();
    }

    @Test
    void aDamagedSnapshotIsReplacedByTheOneBeforeItAndItsLogs() throws Exception {
        Path newest = files("snapshot.").get(1);
        flip(newest, 400);
        assertStartsWithEverything();
    }

    @Test
    void withoutAnyGoodSnapshotThereIsNoStart() throws Exception {
        Path newest = files("snapshot.").get(1);
        flip(newest, 400);
        flip(files("snapshot.").get(0), 100);
        assertRefusedNaming(newest);
    }

    @Test
    void emptiedSnapshotsAreRefused() throws Exception {
        for (Path snapshot : files("snapshot.")) {
            Files.write(snapshot, new byte[0]);
        }
        assertRefusedNaming(files("snapshot.").get(1));
    }

    @Test
    void logsWithoutAnySnapshotAreRefused() throws Exception {
        for (Path snapshot : files("snapshot.")) {
            Files.delete(snapshot);
        }
        assertRefusedNaming(version2);
        try (ServerUnderTest trusting = new LyrebirdServer(folder, options.with("snapshot.trust.empty", "true"))) {
            trusting.start();
            try (ZooKeeper client = Moves.connect(trusting)) {
                TreeView.assertSame(tree, TreeView.of(client));
            }
        }
    }

    @Test
    void aMissingLogIsNoticed() throws Exception {
        flip(files("snapshot.").get(1), 400);
        Files.delete(files("log.").get(0));
        assertRefusedNaming(files("log.").get(0));
    }

    @Test
    void ttlNodesAreNotDeletedWhereTheFlagWasForgotten() throws Exception {
        ServerOptions forgotten = options.with("extendedTypesEnabled", "false");
        try (ServerUnderTest lyrebird = new LyrebirdServer(folder, forgotten)) {
            String refusal = OfflineCommandsTest.startFailure(lyrebird);
            assertTrue(refusal.contains("extendedTypesEnabled=true"), refusal);
        }
        assertStartsWithEverything();
    }

    @Test
    void anApacheServerThatRunsAgainAfterwardsIsNoticed() throws Exception {
        assertStartsWithEverything();
        try (ServerUnderTest apache = new ApacheServer(folder, options)) {
            apache.start();
            try (ZooKeeper client = Moves.connect(apache)) {
                Contents.create(client, "/meanwhile", CreateMode.PERSISTENT);
            }
        }
        assertRefusedNaming(version2);
    }
}
