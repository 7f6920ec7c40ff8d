package io.lyrebird.store.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.contract.FaultyDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksFaultTest {
    @TempDir
    private Path folder;

    private final FaultyDisk disk = new FaultyDisk();

    private Store open() throws StoreException {
        StoreConfig config = new StoreConfig(
                folder.resolve("data"), folder.resolve("log"), Map.of("lyrebird.rocksdb.log.segment", "64k"));
        return RocksStore.open(config, RocksSettings.from(config), disk);
    }

    private static ImageBatch put(String key) {
        return new ImageBatch().put(key.getBytes(), new byte[10]);
    }

    @Test
    void afterAFailedSyncOfTheLogAllPartsRefuse() throws StoreException {
        try (Store store = open()) {
            store.log().append(1, new byte[100]);
            store.log().sync();
            disk.failSyncsOf(file -> file.getFileName().toString().startsWith("txns-"));
            store.log().append(2, new byte[100]);
            String message =
                    assertThrows(StoreException.class, store.log()::sync).getMessage();
            assertTrue(message.contains(folder.resolve("log").toString()), message);
            disk.failSyncsOf(file -> false);
            assertThrows(StoreException.class, store.log()::sync);
            assertThrows(StoreException.class, () -> store.log().append(3, new byte[1]));
            assertThrows(StoreException.class, () -> store.image().apply(put("k"), 1));
            assertThrows(StoreException.class, () -> store.image().replace(1));
            assertThrows(StoreException.class, () -> store.registers().put("r", new byte[1]));
        }
        try (Store store = open()) {
            assertTrue(store.log().lastZxid() >= 1);
        }
    }

    @Test
    void afterAFailedSyncOfTheRegistersAllPartsRefuse() throws StoreException {
        try (Store store = open()) {
            store.registers().put("r", new byte[] {1});
            disk.failSyncsOf(file -> file.toString().contains("registers"));
            assertThrows(StoreException.class, () -> store.registers().put("r", new byte[] {2}));
            disk.failSyncsOf(file -> false);
            assertThrows(StoreException.class, () -> store.log().append(1, new byte[1]));
            assertThrows(StoreException.class, () -> store.image().apply(put("k"), 1));
        }
        try (Store store = open()) {
            assertEquals(1, store.registers().get("r").orElseThrow()[0]);
        }
    }

    @Test
    void aHoleBetweenImageAndLogIsAnError() throws StoreException, IOException {
        try (Store store = open()) {
            store.image().apply(put("k"), 5);
            store.image().sync();
            for (long zxid = 1; zxid <= 400; zxid++) {
                store.log().append(zxid, new byte[1000]);
                store.log().sync();
            }
        }
        try (Stream<Path> files = Files.list(folder.resolve("log"))) {
            Path first = files.filter(file -> file.getFileName().toString().startsWith("txns-"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            Files.delete(first);
        }
        String message = assertThrows(StoreCorruptedException.class, this::open).getMessage();
        assertTrue(message.contains("0x5") && message.contains("missing"), message);
    }

    @Test
    void anOptionThatMakesNoSenseIsRefused() {
        for (String value : new String[] {"lots", "-1", "1", "99999999999999999999g"}) {
            StoreConfig config = new StoreConfig(folder, folder, Map.of("lyrebird.rocksdb.log.segment", value));
            String message = assertThrows(IllegalArgumentException.class, () -> new RocksStoreProvider().open(config))
                    .getMessage();
            assertTrue(message.contains("lyrebird.rocksdb.log.segment=" + value), message);
        }
    }
}
