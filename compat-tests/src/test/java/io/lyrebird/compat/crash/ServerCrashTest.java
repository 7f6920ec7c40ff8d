package io.lyrebird.compat.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.KilledStart;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that is killed while clients write, and now and then again while it starts: what was acknowledged is there
 * afterwards, and no multi is half there. Each start compares the digest that every txn carries with that of the tree. More
 * kills with -Dcrash.kills=N, other ones with -Dcrash.seed=N.
 */
class ServerCrashTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 4);
    private static final long SEED = Long.getLong("crash.seed", 1);
    private static final int KILLS_PER_KILLED_START = 3;
    /** About as long as a start takes. */
    private static final int START_MS = 1500;

    private static final int KILLS_PER_LINE = 20;
    private static final int ACKNOWLEDGED_BEFORE_KILL_MAX = 3000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    void nothingAcknowledgedIsLostAndNoMultiIsHalfThere(String engine) throws Exception {
        Random random = new Random(SEED);
        WriteHistory history = new WriteHistory();
        ServerOptions options = ServerOptions.defaults().with("lyrebird.store", engine);
        try (LyrebirdServer server = new LyrebirdServer(folder, options)) {
            server.start();
            try (ZooKeeper client = Clients.connect(server)) {
                history.createNodes(client);
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                String where = engine + ", seed " + SEED + ", kill " + kill;
                int target = 1 + random.nextInt(ACKNOWLEDGED_BEFORE_KILL_MAX);
                try (ZooKeeper client = Clients.connect(server)) {
                    history.writeUntilAcknowledged(client, target, server::kill);
                    if (random.nextInt(KILLS_PER_KILLED_START) == 0) {
                        KilledStart.of(server, server::isRunning, random.nextInt(START_MS));
                    }
                    server.start();
                }
                try (ZooKeeper client = Clients.connect(server)) {
                    check(client, history, where);
                }
                if (kill % KILLS_PER_LINE == 0) {
                    System.out.println(where + ": nothing lost");
                }
            }
            server.kill();
            Command.succeed("check", folder.resolve("zoo.cfg"));
        }
    }

    private static void check(ZooKeeper client, WriteHistory history, String where) throws Exception {
        for (int key = 0; key < WriteHistory.KEYS; key++) {
            long first = value(client, WriteHistory.firstOfPair(key));
            long second = value(client, WriteHistory.secondOfPair(key));
            assertEquals(first, second, where + ": half of a multi on pair " + key);
            assertTrue(
                    first >= history.acknowledged(key),
                    where + ": pair " + key + " has " + first + ", acknowledged was " + history.acknowledged(key));
            assertTrue(first <= history.sent(key), where + ": pair " + key + " has " + first + ", which nobody sent");
        }
    }

    private static long value(ZooKeeper client, String path) throws Exception {
        return ByteBuffer.wrap(client.getData(path, false, null)).getLong();
    }
}
