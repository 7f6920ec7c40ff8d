package io.lyrebird.store.tutorial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreLockedException;
import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.Stores;
import io.lyrebird.store.TxnCursor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tour of the engine SPI, to be read from top to bottom. First how a server uses a store; then what it takes to write an
 * engine. {@link TutorialProvider}, {@link TutorialStore} and {@link TutorialImage} are a whole engine in three small classes.
 */
class TutorialTest {
    @TempDir
    private Path folder;

    /** A server chooses two folders that are the engine's own; they may be on different devices. */
    private StoreConfig config() {
        return new StoreConfig(folder.resolve("data/lyrebird-tutorial"), folder.resolve("log/lyrebird-tutorial"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void step1EnginesAreFoundByTheirNames() throws StoreException {
        // Any jar on the class path with a service file is an engine. This one is called "tutorial".
        StoreProvider provider = Stores.provider("tutorial");
        assertTrue(provider.durable());

        // A name that nobody has is answered with those that there are.
        String message = assertThrows(IllegalArgumentException.class, () -> Stores.provider("stone"))
                .getMessage();
        assertTrue(message.contains("tutorial"), message);

        // An open store has its folders for itself.
        try (Store store = Stores.open("tutorial", config())) {
            assertEquals(0, store.log().lastZxid());
            assertThrows(StoreLockedException.class, () -> Stores.open("tutorial", config()));
        }
    }

    @Test
    void step2TransactionsAreAppendedAndAcknowledgedAfterASync() throws StoreException {
        try (Store store = Stores.open("tutorial", config())) {
            // A group of transactions costs one sync. None of them may be acknowledged before it has returned.
            store.log().append(0x1_0000_0001L, bytes("create /a"));
            store.log().append(0x1_0000_0002L, bytes("create /b"));
            store.log().sync();
            assertEquals(0x1_0000_0002L, store.log().lastZxid());
        }
        // Whatever happens after a sync, the transactions are there.
        try (Store store = Stores.open("tutorial", config());
                TxnCursor cursor = store.log().read(0x1_0000_0002L)) {
            assertTrue(cursor.next());
            assertEquals("create /b", text(cursor.txn()));
            assertFalse(cursor.next());
        }
    }

    @Test
    void step3TheImageFollowsTheLog() throws StoreException {
        try (Store store = Stores.open("tutorial", config())) {
            for (long zxid = 1; zxid <= 5; zxid++) {
                store.log().append(zxid, bytes("set /a " + zxid));
            }
            store.log().sync();
            // At leisure, and several transactions at a time: what they changed, and the zxid of the last of them.
            store.image().apply(new ImageBatch().put(bytes("/a"), bytes("3")), 3);
            store.image().sync();
            assertEquals(3, store.image().durableZxid());
        }
        // A start is: scan the image, then replay the log after it.
        try (Store store = Stores.open("tutorial", config())) {
            Map<String, String> tree = new TreeMap<>();
            long zxid;
            try (ImageCursor cursor = store.image().scan()) {
                zxid = cursor.zxid();
                while (cursor.next()) {
                    tree.put(text(cursor.key()), text(cursor.value()));
                }
            }
            assertEquals(Map.of("/a", "3"), tree);
            try (TxnCursor cursor = store.log().read(zxid + 1)) {
                while (cursor.next()) {
                    String[] words = text(cursor.txn()).split(" ");
                    tree.put(words[1], words[2]);
                }
            }
            assertEquals(Map.of("/a", "5"), tree);
        }
    }

    @Test
    void step4TheFrontOfTheLogIsDroppedWhenTheImageDoesNotNeedIt() throws StoreException {
        try (Store store = Stores.open("tutorial", config())) {
            for (long zxid = 1; zxid <= 10; zxid++) {
                store.log().append(zxid, bytes("set /a " + zxid));
            }
            store.log().sync();
            store.image().apply(new ImageBatch().put(bytes("/a"), bytes("8")), 8);
            // What counts is what the image will have after a crash, not what it has now.
            store.image().sync();
            store.log().dropBefore(store.image().durableZxid() + 1);
            // It is a permission and not a command: an engine may keep more. It always keeps the newest entry.
            assertTrue(store.log().firstZxid() <= 9);
            assertEquals(10, store.log().lastZxid());
        }
    }

    @Test
    void step5AFollowerMayHaveToForget() throws StoreException {
        try (Store store = Stores.open("tutorial", config())) {
            store.log().append(1, bytes("one"));
            store.log().append(2, bytes("never committed"));
            store.log().sync();
            // The leader does not know zxid 2: it goes, durably, and the zxid may come again with other content.
            store.log().truncateAfter(1);
            store.log().append(2, bytes("two"));
            store.log().sync();
        }
        try (Store store = Stores.open("tutorial", config());
                TxnCursor cursor = store.log().read(2)) {
            assertTrue(cursor.next());
            assertEquals("two", text(cursor.txn()));
        }
    }

    @Test
    void step6ASnapshotFromALeaderTakesThePlaceOfEverything() throws StoreException {
        try (Store store = Stores.open("tutorial", config())) {
            store.log().append(1, bytes("of another history"));
            store.log().sync();
            store.image().apply(new ImageBatch().put(bytes("/old"), bytes("x")), 1);
            // Streamed, in any order. Until the commit, and after a crash before it, nothing has changed.
            try (ImageReplacement snapshot = store.install(0x5_0000_0000L)) {
                snapshot.put(bytes("/new"), bytes("y"));
                snapshot.put(bytes("/also"), bytes("z"));
                snapshot.commit();
            }
            assertEquals(0x5_0000_0000L, store.image().zxid());
            assertEquals(0, store.log().lastZxid());
        }
    }

    @Test
    void step7RegistersHoldWhatMustNotBeForgotten() throws StoreException {
        try (Store store = Stores.open("tutorial", config())) {
            // Durable on return, and those that are put together change together.
            store.registers().putAll(Map.of("acceptedEpoch", bytes("5"), "currentEpoch", bytes("4")));
            store.registers().put("currentEpoch", bytes("5"));
        }
        try (Store store = Stores.open("tutorial", config())) {
            assertArrayEquals(bytes("5"), store.registers().get("currentEpoch").orElseThrow());
            assertTrue(store.registers().get("vote").isEmpty());
        }
    }

    /**
     * Writing an engine:
     *
     * <ol>
     *   <li>Implement {@link StoreProvider}, {@link Store} and the parts. {@code io.lyrebird.store.file} has a log, registers
     *       and the folders ready-made; {@link TutorialProvider} uses all of them.
     *   <li>Name the provider in {@code META-INF/services/io.lyrebird.store.StoreProvider} and put the jar into {@code lib/}.
     *   <li>Depend on store-api's test-jar, and extend {@code StoreContract}; if it is durable, {@code CrashContract},
     *       {@code DamageContract} and {@code FullDiskContract} too. {@link TutorialContractTest} and its siblings do so.
     * </ol>
     */
    @Test
    void step8AnEngineIsThreeClassesAndTheContractIsOneMore() {
        assertEquals("tutorial", new TutorialProvider().name());
    }
}
