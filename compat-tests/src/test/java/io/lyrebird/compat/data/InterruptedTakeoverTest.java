package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.KilledStart;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lyrebird is killed while it takes over Apache's data, again and again: nothing is half there, and the next start begins
 * anew. More often with -Dtakeover.kills=N, at other moments with -Dtakeover.seed=N.
 */
class InterruptedTakeoverTest {
    private static final int NODES = 20_000;
    private static final int KILLS = Integer.getInteger("takeover.kills", 5);
    private static final long SEED = Long.getLong("takeover.seed", 1);
    /** Reading and writing that many nodes takes longer than the first of these, and about as long as the last. */
    private static final int KILL_WITHIN_STEP_MS = 150;

    private static final int KILL_WITHIN_STEPS = 8;

    private final ServerOptions options = Moves.options();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    void aTakeoverThatWasKilledBeginsAnew(String engine) throws Exception {
        Random random = new Random(SEED);
        try (ServerUnderTest apache = new ApacheServer(folder, options);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, options.with("lyrebird.store", engine))) {
            apache.start();
            ZooKeeper client = Moves.connect(apache);
            Contents.fill(client);
            ManyNodes.create(client, NODES, 100);
            SortedMap<String, TreeView.Node> before = TreeView.of(client);
            apache.stop();
            SortedMap<String, String> files = Moves.apacheFiles(folder);
            for (int kill = 1; kill <= KILLS; kill++) {
                long done = count(lyrebird, "Took over ");
                int steps = 1 + (kill - 1) % KILL_WITHIN_STEPS;
                int begun = kill;
                KilledStart.of(
                        lyrebird,
                        () -> count(lyrebird, "Taking over ") == begun,
                        random.nextInt(steps * KILL_WITHIN_STEP_MS));
                assertEquals(files, Moves.apacheFiles(folder), "Apache's files were changed");
                if (count(lyrebird, "Took over ") > done) {
                    // The kill came too late. For the next one there is nothing yet.
                    delete(folder.resolve("data/lyrebird-" + engine));
                }
            }
            assertTrue(count(lyrebird, "Taking over ") > count(lyrebird, "Took over "), "no kill came in between");

            lyrebird.start();
            Moves.awaitConnected(client);
            TreeView.assertSame(before, TreeView.of(client));
            assertEquals(3, client.getEphemerals().size());
            lyrebird.stop();
            Command.succeed("check", folder.resolve("zoo.cfg"));
            client.close();
        }
    }

    private static void delete(Path engineFolder) throws IOException {
        try (Stream<Path> files = Files.walk(engineFolder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static long count(ServerUnderTest server, String text) throws IOException {
        if (!Files.exists(server.logFile())) {
            return 0;
        }
        return Files.readString(server.logFile())
                .lines()
                .filter(line -> line.contains(text))
                .count();
    }
}
