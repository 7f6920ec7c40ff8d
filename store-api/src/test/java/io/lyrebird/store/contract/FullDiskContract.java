package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.TxnCursor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that takes no more, played by the operating system's limit on the size of a file: the writing process is told
 * clearly and refused everything further, and what it had been promised is there when there is room again.
 */
public abstract class FullDiskContract {
    @TempDir
    private Path folder;

    protected abstract StoreProvider provider();

    private StoreConfig config() {
        return new StoreConfig(folder.resolve("data"), folder.resolve("log"));
    }

    private long writeUntilFull(String part) throws Exception {
        long acknowledged = 0;
        String end = "";
        String refused = "";
        try (ChildJvm child = new ChildJvm(
                folder,
                FullDiskChild.class,
                provider().name(),
                config().dataDir().toString(),
                config().logDir().toString(),
                part)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                if (line.startsWith("acknowledged ")) {
                    acknowledged = Long.parseLong(line.split(" ")[1]);
                } else if (line.startsWith("full ")) {
                    end = line;
                } else {
                    refused = line;
                }
            }
            assertEquals(0, child.exitCode(), Files.readString(folder.resolve("child.err")));
        }
        assertTrue(acknowledged > 100, "acknowledged " + acknowledged);
        assertTrue(end.contains("File too large") && end.contains(folder.toString()), end);
        assertEquals("refused true", refused);
        return acknowledged;
    }

    @Test
    void aLogThatCannotGrowStopsClearlyAndLosesNothing() throws Exception {
        long acknowledged = writeUntilFull("log");
        try (Store store = provider().open(config());
                TxnCursor cursor = store.log().read(0)) {
            for (long zxid = 1; zxid <= acknowledged; zxid++) {
                assertTrue(cursor.next(), "the log ends before " + zxid);
                assertEquals(zxid, cursor.zxid());
                assertArrayEquals(Bytes.random(zxid, FullDiskChild.VALUE_BYTES), cursor.txn());
            }
            goOn(store);
        }
    }

    @Test
    void anImageThatCannotGrowStopsClearlyAndIsAnEarlierStateOfItself() throws Exception {
        long acknowledged = writeUntilFull("image");
        try (Store store = provider().open(config())) {
            long zxid = store.image().zxid();
            assertTrue(zxid >= acknowledged / 100 * 100 - 100 && zxid <= acknowledged + 1, "zxid " + zxid);
            long entries = 0;
            try (ImageCursor cursor = store.image().scan()) {
                while (cursor.next()) {
                    long number = Long.parseLong(new String(cursor.key(), 3, cursor.key().length - 3));
                    assertTrue(number <= zxid);
                    assertArrayEquals(Bytes.random(number, FullDiskChild.VALUE_BYTES), cursor.value());
                    entries++;
                }
            }
            assertEquals(zxid, entries);
            goOn(store);
        }
    }

    private static void goOn(Store store) throws StoreException {
        store.log().append(1_000_000, Bytes.of("more"));
        store.log().sync();
        store.image().apply(ImageContract.puts("more", "more"), 1_000_000);
        store.image().sync();
        assertEquals(1_000_000, store.log().lastZxid());
        assertEquals(1_000_000, store.image().durableZxid());
    }
}
