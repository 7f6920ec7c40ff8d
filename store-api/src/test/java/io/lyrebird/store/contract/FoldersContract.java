package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreLockedException;
import io.lyrebird.store.StoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whose folders they are. */
abstract class FoldersContract {
    abstract Subject subject();

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void fill(Store store) throws StoreException {
        LogContract.append(store.log(), 1, 2, 3);
        store.log().sync();
        store.image().apply(ImageContract.puts("k", "v"), 2);
        store.image().sync();
        store.registers().put("r", Bytes.of(1));
    }

    private static void check(Store store) throws StoreException {
        assertEquals(List.of(1L, 2L, 3L), LogContract.read(store.log(), 0));
        ImageContract.check(ImageContract.entries("k", "v"), store.image(), 2);
        assertArrayEquals(Bytes.of(1), store.registers().get("r").orElseThrow());
    }

    @Test
    void closingTwiceDoesNothing() throws StoreException {
        Store store = subject().store();
        store.close();
        store.close();
    }

    @Test
    void oneFolderMayHoldEverything() throws StoreException {
        subject().needsDurability();
        StoreConfig config = StoreConfig.in(subject().config().dataDir());
        try (Store store = subject().provider().open(config)) {
            fill(store);
        }
        try (Store store = subject().provider().open(config)) {
            check(store);
        }
    }

    @Test
    void logAndDataAreWhereTheConfigurationSays() throws StoreException, IOException {
        subject().needsDurability();
        fill(subject().store());
        subject().store().log().append(4, Bytes.random(4, 100_000));
        subject().store().log().sync();
        subject().close();
        assertTrue(bytes(subject().config().logDir()) >= 100_000);
        assertTrue(bytes(subject().config().dataDir()) < 100_000 + (4 << 20));
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Test
    void aSecondOpenIsKeptOutWithAClearMessageAndDoesNoHarm() throws StoreException {
        subject().needsDurability();
        fill(subject().store());
        StoreProvider provider = subject().provider();
        for (int i = 0; i < 2; i++) {
            String message = assertThrows(
                            StoreLockedException.class,
                            () -> provider.open(subject().config()))
                    .getMessage();
            assertTrue(message.contains(subject().config().dataDir().toString()), message);
        }
        subject().store().log().append(4, Bytes.txn(4));
        subject().store().log().sync();
        assertEquals(
                List.of(1L, 2L, 3L, 4L), LogContract.read(subject().reopen().log(), 0));
    }

    @Test
    void aLogFolderThatIsGoneIsAnErrorAndNotAnEmptyStart() throws StoreException, IOException {
        subject().needsDurability();
        fill(subject().store());
        subject().close();
        delete(subject().config().logDir());
        String message =
                assertThrows(StoreCorruptedException.class, subject()::store).getMessage();
        assertTrue(message.contains(subject().config().logDir().toString()), message);
    }

    @Test
    void aDataFolderThatIsGoneIsAnErrorAndNotAnEmptyStart() throws StoreException, IOException {
        subject().needsDurability();
        fill(subject().store());
        subject().close();
        delete(subject().config().dataDir());
        String message =
                assertThrows(StoreCorruptedException.class, subject()::store).getMessage();
        assertTrue(message.contains(subject().config().logDir().toString()), message);
    }

    @Test
    void theLogOfAnotherStoreIsRefused() throws StoreException {
        subject().needsDurability();
        fill(subject().store());
        subject().close();
        Path elsewhere = subject().config().dataDir().resolveSibling("elsewhere");
        subject().provider().open(StoreConfig.in(elsewhere)).close();
        StoreConfig mixed = new StoreConfig(subject().config().dataDir(), elsewhere);
        assertThrows(StoreCorruptedException.class, () -> subject().provider().open(mixed));
        check(subject().store());
    }
}
