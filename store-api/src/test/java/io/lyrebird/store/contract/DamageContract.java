package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that change, shrink or vanish behind the engine's back. The answer is an error, or everything is still there (not
 * every bit of a file counts); never less than there was, and never an empty start. The store is opened in a process of its
 * own, since a library may die of it.
 */
public abstract class DamageContract {
    @TempDir
    private Path folder;

    private ChildJvm child;
    private final TreeMap<String, Integer> outcomes = new TreeMap<>();

    protected abstract StoreProvider provider();

    /** Whether damage to the library's own structures may end the process. It is loud, at least. */
    protected boolean mayDie() {
        return false;
    }

    @BeforeEach
    void begin() throws IOException {
        child = new ChildJvm(folder, DamageChild.class, provider().name());
    }

    @AfterEach
    void end() throws IOException {
        child.close();
    }

    private StoreConfig config(Path store) {
        return new StoreConfig(store.resolve("data"), store.resolve("log"));
    }

    private Path closedStore() throws IOException, StoreException {
        Path path = Files.createDirectory(folder.resolve("closed"));
        try (Store store = provider().open(config(path))) {
            DamageWorld.fill(store);
        }
        return path;
    }

    /** The files as a kill would have left them. */
    private Path killedStore() throws IOException, StoreException {
        Path living = Files.createDirectory(folder.resolve("living"));
        Path path = folder.resolve("killed");
        try (Store store = provider().open(config(living))) {
            DamageWorld.fill(store);
            Folders.copy(living, path);
        }
        return path;
    }

    private String look(Path store) throws IOException, InterruptedException {
        child.println(store.toString());
        String answer = child.readLine();
        // A JVM that dies says so in lines that begin like this.
        while (answer != null && (answer.isEmpty() || answer.startsWith("#") || answer.startsWith("["))) {
            answer = child.readLine();
        }
        if (answer == null) {
            int exitCode = child.exitCode();
            child.close();
            child = new ChildJvm(folder, DamageChild.class, provider().name());
            answer = "died " + exitCode;
        }
        outcomes.merge(answer.split(" ")[0], 1, Integer::sum);
        return answer;
    }

    private void mustBeSameOrLoud(String what, Path store) throws IOException, InterruptedException {
        String answer = look(store);
        boolean fine = answer.equals("same")
                || answer.startsWith("error ") && answer.length() > "error ".length() + 20
                || mayDie() && answer.startsWith("died");
        assertTrue(fine, what + ": " + answer);
    }

    private void onACopy(Path store, String what, Change change) throws IOException, InterruptedException {
        Path copy = folder.resolve("copy");
        Folders.copy(store, copy);
        change.to(copy);
        mustBeSameOrLoud(what, copy);
        Folders.delete(copy);
    }

    private interface Change {
        void to(Path store) throws IOException;
    }

    private static void flip(Path file, long at, int bit) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            one.put(0, (byte) (one.get(0) ^ 1 << bit));
            channel.write(one.flip(), at);
        }
    }

    private void flipBits(Path store) throws IOException, InterruptedException {
        int flips = Integer.getInteger("flips", 60) / 2;
        long seed = Long.getLong("crash.seed", 20_250_101L);
        SplittableRandom random = new SplittableRandom(seed);
        List<Path> files = new ArrayList<>(Folders.files(store));
        files.removeIf(file -> file.toFile().length() == 0);
        for (int i = 0; i < flips; i++) {
            Path file = files.get(i % files.size());
            byte[] content = Files.readAllBytes(file);
            long at = random.nextLong(content.length);
            // Most of a file that was made larger than needed is zero: half of the time look for a place that counts.
            for (int tries = 0; i % 2 == 0 && content[(int) at] == 0 && tries < 10_000; tries++) {
                at = random.nextLong(content.length);
            }
            long place = at;
            int bit = random.nextInt(8);
            Path relative = store.relativize(file);
            onACopy(
                    store,
                    "seed " + seed + ", flip " + i + ": bit " + bit + " of byte " + at + " of " + relative,
                    copy -> flip(copy.resolve(relative), place, bit));
        }
        if (flips > 100) {
            System.out.println(provider().name() + ", bits flipped: " + outcomes);
        }
        assertTrue(outcomes.getOrDefault("error", 0) > 0, outcomes.toString());
    }

    @Test
    void aFlippedBitAnywhereInAClosedStore() throws Exception {
        Path store = closedStore();
        assertEquals("same", look(copyOf(store)));
        flipBits(store);
    }

    @Test
    void aFlippedBitAnywhereInAStoreThatWasKilled() throws Exception {
        Path store = killedStore();
        assertEquals("same", look(copyOf(store)));
        flipBits(store);
    }

    private Path copyOf(Path store) throws IOException {
        Path copy = folder.resolve("first");
        Folders.copy(store, copy);
        return copy;
    }

    @Test
    void aFileThatIsGone() throws Exception {
        Path store = closedStore();
        for (Path file : Folders.files(store)) {
            Path relative = store.relativize(file);
            onACopy(store, relative + " was deleted", copy -> Files.delete(copy.resolve(relative)));
        }
        assertTrue(outcomes.getOrDefault("error", 0) > 3, outcomes.toString());
    }

    @Test
    void aFileThatIsCutShort() throws Exception {
        for (Path store : List.of(closedStore(), killedStore())) {
            for (Path file : Folders.files(store)) {
                Path relative = store.relativize(file);
                for (int part : new int[] {0, 1, 2, 3}) {
                    onACopy(store, relative + " was cut to " + part + "/4", copy -> {
                        try (FileChannel channel = FileChannel.open(copy.resolve(relative), StandardOpenOption.WRITE)) {
                            channel.truncate(channel.size() * part / 4);
                        }
                    });
                }
            }
        }
        assertTrue(outcomes.getOrDefault("error", 0) > 10, outcomes.toString());
    }

    @Test
    void aFlippedBitInAnEntryOfTheLogIsAnErrorThatNamesFileAndZxid() throws Exception {
        for (Path store : List.of(closedStore(), killedStore())) {
            for (long zxid : new long[] {DamageWorld.FIRST_ZXID, 1200, DamageWorld.LAST_ZXID}) {
                Path copy = folder.resolve("copy");
                Folders.copy(store, copy);
                Path file = flipIn(copy, DamageWorld.txn(zxid));
                String answer = look(copy);
                assertTrue(answer.startsWith("error StoreCorruptedException"), "zxid " + zxid + ": " + answer);
                assertTrue(answer.contains(file.toString()) || answer.contains(file.getParent() + " "), answer);
                assertTrue(answer.contains("0x"), answer);
                Folders.delete(copy);
            }
        }
    }

    @Test
    void aFlippedBitInTheImageIsAnErrorThatNamesFileAndZxid() throws Exception {
        Path store = closedStore();
        for (int key : new int[] {0, 77, 250, 399}) {
            Path copy = folder.resolve("copy");
            Folders.copy(store, copy);
            Path file = flipIn(copy, DamageWorld.value(key));
            String answer = look(copy);
            assertTrue(answer.startsWith("error StoreCorruptedException"), "key " + key + ": " + answer);
            assertTrue(answer.contains(file.toString()), answer);
            // An engine may keep the zxid beside the first key, and so lose both.
            assertTrue(key == 0 || answer.contains("0x" + Long.toHexString(DamageWorld.IMAGE_ZXID)), answer);
            Folders.delete(copy);
        }
    }

    /** Flips a bit in the middle of these bytes, which must be in some file as they are. */
    private static Path flipIn(Path store, byte[] bytes) throws IOException {
        // A library may split what it stores, or cut its beginning into pieces: a part is enough to find it.
        byte[] part = Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length / 2 + 16);
        Path found = null;
        for (Path file : Folders.files(store)) {
            byte[] content = Files.readAllBytes(file);
            for (int at = indexOf(content, part, 0); at >= 0; at = indexOf(content, part, at + 1)) {
                flip(file, at + 8L, 3);
                found = file;
            }
        }
        assertFalse(found == null, "the bytes are in no file");
        return found;
    }

    private static int indexOf(byte[] content, byte[] part, int from) {
        for (int at = from; at + part.length <= content.length; at++) {
            if (content[at] == part[0] && Arrays.equals(content, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }
}
