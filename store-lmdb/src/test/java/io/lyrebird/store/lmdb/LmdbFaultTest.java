package io.lyrebird.store.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.contract.FaultyDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LmdbFaultTest {
    @TempDir
    private Path folder;

    private final FaultyDisk disk = new FaultyDisk();

    private LmdbStore open() throws StoreException {
        StoreConfig config = new StoreConfig(
                folder.resolve("data"), folder.resolve("log"), Map.of("lyrebird.lmdb.log.segment", "64k"));
        return LmdbStore.open(config, LmdbSettings.from(config), disk);
    }

    private static ImageBatch put(String key) {
        return new ImageBatch().put(key.getBytes(), new byte[10]);
    }

    private static void fail() throws IOException {
        throw new IOException("Input/output error");
    }

    private static void checkRefusal(LmdbStore store) {
        assertThrows(StoreException.class, store.log()::sync);
        assertThrows(StoreException.class, () -> store.log().append(9, new byte[1]));
        assertThrows(StoreException.class, () -> store.log().truncateAfter(1));
        assertThrows(StoreException.class, () -> store.image().apply(put("k"), 9));
        assertThrows(StoreException.class, () -> store.image().sync());
        assertThrows(StoreException.class, () -> store.image().replace(9));
        assertThrows(StoreException.class, () -> store.registers().put("r", new byte[1]));
    }

    @Test
    void afterAFailedSyncOfTheLogAllPartsRefuse() throws StoreException {
        LmdbStore store = open();
        store.log().append(1, new byte[100]);
        store.log().sync();
        disk.failSyncsOf(file -> file.getFileName().toString().startsWith("txns-"));
        store.log().append(2, new byte[100]);
        String message = assertThrows(StoreException.class, store.log()::sync).getMessage();
        assertTrue(message.contains(folder.resolve("log").toString()), message);
        disk.failSyncsOf(file -> false);
        checkRefusal(store);
        store.close();
        try (LmdbStore again = open()) {
            assertTrue(again.log().lastZxid() >= 1);
        }
    }

    @Test
    void afterAFailedCommitOfTheImageAllPartsRefuse() throws StoreException {
        LmdbStore store = open();
        store.image().apply(put("a"), 1);
        store.image().sync();
        store.lmdbImage().environment().setCommitHook(LmdbFaultTest::fail);
        store.image().apply(put("b"), 2);
        assertThrows(StoreException.class, () -> store.image().sync());
        checkRefusal(store);
        store.close();
        try (LmdbStore again = open()) {
            assertEquals(1, again.image().zxid());
        }
    }

    @Test
    void afterAFailedSyncOfTheRegistersAllPartsRefuse() throws StoreException {
        LmdbStore store = open();
        disk.failSyncsOf(file -> file.toString().contains("registers"));
        assertThrows(StoreException.class, () -> store.registers().put("r", new byte[] {2}));
        checkRefusal(store);
        store.close();
    }

    @Test
    void aHoleBetweenImageAndLogIsAnError() throws StoreException {
        try (LmdbStore store = open()) {
            store.image().apply(put("k"), 5);
            store.image().sync();
            for (long zxid = 1; zxid <= 400; zxid++) {
                store.log().append(zxid, new byte[1000]);
                store.log().sync();
            }
            // What a caller must not do: the image is not there yet.
            store.log().dropBefore(400);
        }
        String message = assertThrows(StoreCorruptedException.class, this::open).getMessage();
        assertTrue(message.contains("0x5") && message.contains("missing"), message);
    }
}
