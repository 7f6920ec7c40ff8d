package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes is killed with signal 9, at any moment, its start and its recovery included; then everything that it
 * was promised must be there and nothing may be there by half. How often, and from which seed, is said by the system
 * properties {@code kills} and {@code crash.seed}.
 */
public abstract class CrashContract {
    private static final int KILLS_PER_FOLDER = 40;

    @TempDir
    private Path folder;

    protected abstract StoreProvider provider();

    @Test
    void everythingAcknowledgedIsThereAfterAKillAndNothingByHalf() throws Exception {
        int kills = Integer.getInteger("kills", 5);
        long seed = Long.getLong("crash.seed", 20_250_101L);
        SplittableRandom random = new SplittableRandom(seed);
        Path storeFolder = null;
        CrashModel model = null;
        for (int kill = 0; kill < kills; kill++) {
            if (kill % KILLS_PER_FOLDER == 0) {
                say(kill, seed);
                delete(storeFolder);
                storeFolder = folder.resolve("store-" + kill);
                model = new CrashModel();
            }
            try {
                runAndKill(storeFolder, model, random);
                checkAfterwards(storeFolder, model);
            } catch (AssertionError | StoreException | RuntimeException e) {
                throw new AssertionError(
                        "kill " + kill + " of seed " + seed + ": " + e.getMessage() + childErrors(), e);
            }
        }
    }

    private StoreConfig config(Path storeFolder) {
        return CrashChild.config(provider().name(), storeFolder.resolve("data"), storeFolder.resolve("log"));
    }

    /** A long run shows that it goes on. */
    private void say(int kills, long seed) {
        if (kills > 0) {
            System.out.println(provider().name() + ": " + kills + " kills of seed " + seed + ", nothing lost");
        }
    }

    private void runAndKill(Path storeFolder, CrashModel model, SplittableRandom random) throws Exception {
        StoreConfig config = config(storeFolder);
        try (ChildJvm child = new ChildJvm(
                folder,
                CrashChild.class,
                provider().name(),
                config.dataDir().toString(),
                config.logDir().toString(),
                Long.toString(random.nextLong()),
                Long.toString(model.nextIncarnation()))) {
            if (random.nextInt(8) == 0) {
                // Somewhere in its start.
                assertFalse(child.endsWithinMs(random.nextInt(600)), "the child ended by itself");
            } else {
                for (int lines = 1 + random.nextInt(400); lines > 0; lines--) {
                    String line = child.readLine();
                    assertFalse(line == null, "the child ended by itself");
                    model.hear(line);
                }
                assertFalse(child.endsWithinMs(random.nextInt(3)), "the child ended by itself");
            }
            child.kill();
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                model.hear(line);
            }
        }
    }

    private void checkAfterwards(Path storeFolder, CrashModel model) throws StoreException {
        try (Store store = provider().open(config(storeFolder))) {
            model.check(store);
        }
    }

    private String childErrors() throws IOException {
        Path errors = folder.resolve("child.err");
        return Files.exists(errors) ? "\n" + Files.readString(errors) : "";
    }

    private static void delete(Path storeFolder) throws IOException {
        if (storeFolder != null) {
            Folders.delete(storeFolder);
        }
    }
}
