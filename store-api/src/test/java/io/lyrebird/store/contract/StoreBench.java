package io.lyrebird.store.contract;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures an engine beside its bare library and a preallocated file, in turns, so that all of them have the same bad
 * moments. It is no test and does not run with them; ask for it: {@code mvn -pl store-rocksdb -am verify -Dtest=RocksBench
 * -Dsurefire.failIfNoSpecifiedTests=false}. With {@code -DargLine=-Dbench.entries=1000000} the image is that large.
 */
public abstract class StoreBench {
    private static final int ENTRY_BYTES = 200;
    private static final int[] BATCHES = {1, 32, 500};
    private static final int ROUNDS = 20;

    @TempDir
    private Path folder;

    /** Something that takes a number of entries and makes them durable. */
    public interface Appender extends AutoCloseable {
        void append(int entries) throws Exception;

        @Override
        void close() throws StoreException;
    }

    protected abstract StoreProvider provider();

    /** The library as it comes, in this folder. */
    protected abstract Appender bareLibrary(Path libraryFolder) throws Exception;

    @Test
    void syncedAppends() throws Exception {
        Map<String, Appender> appenders = new LinkedHashMap<>();
        Store store = provider().open(StoreConfig.in(folder.resolve("store")));
        appenders.put(provider().name(), new StoreAppender(store));
        appenders.put("bare library", bareLibrary(folder.resolve("bare")));
        appenders.put("preallocated file", new FileAppender(folder.resolve("file")));
        System.out.printf("%-20s %6s %10s %10s %10s   (us per synced batch)%n", "", "batch", "p50", "p99", "mean");
        for (int batch : BATCHES) {
            int perRound = batch >= 500 ? 25 : 100;
            Map<String, long[]> nanos = new LinkedHashMap<>();
            appenders.keySet().forEach(name -> nanos.put(name, new long[perRound * ROUNDS]));
            for (int round = -3; round < ROUNDS; round++) {
                for (Map.Entry<String, Appender> entry : appenders.entrySet()) {
                    measure(entry.getValue(), batch, perRound, round, nanos.get(entry.getKey()));
                }
            }
            nanos.forEach((name, times) -> print(name, batch, times));
        }
        for (Appender appender : appenders.values()) {
            appender.close();
        }
    }

    private static void measure(Appender appender, int batch, int count, int round, long[] into) throws Exception {
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            appender.append(batch);
            if (round >= 0) {
                into[round * count + i] = System.nanoTime() - start;
            }
        }
    }

    private static void print(String name, int batch, long[] nanos) {
        Arrays.sort(nanos);
        System.out.printf(
                "%-20s %6d %10.0f %10.0f %10.0f%n",
                name,
                batch,
                nanos[nanos.length / 2] / 1e3,
                nanos[nanos.length * 99 / 100] / 1e3,
                Arrays.stream(nanos).average().orElse(0) / 1e3);
    }

    @Test
    void imageOfManyEntries() throws StoreException {
        int entries = Integer.getInteger("bench.entries", 1_000_000);
        StoreConfig config = StoreConfig.in(folder.resolve("image"));
        try (Store store = provider().open(config)) {
            long start = System.nanoTime();
            try (ImageReplacement replacement = store.image().replace(1)) {
                for (int i = 0; i < entries; i++) {
                    replacement.put(key(i), new byte[100]);
                }
                replacement.commit();
            }
            say("replace", entries, start);
            start = System.nanoTime();
            int changes = entries / 5;
            for (int done = 0; done < changes; done += 1000) {
                ImageBatch batch = new ImageBatch();
                for (int i = 0; i < 1000; i++) {
                    batch.put(key((int) ((done + i) * 7919L % entries)), new byte[100]);
                }
                store.image().apply(batch, 2 + done);
            }
            store.image().sync();
            say("apply, scattered", changes, start);
        }
        for (int i = 0; i < 3; i++) {
            long start = System.nanoTime();
            try (Store store = provider().open(config)) {
                say("open", 1, start);
                start = System.nanoTime();
                int count = 0;
                try (ImageCursor cursor = store.image().scan()) {
                    while (cursor.next()) {
                        count += cursor.key().length + cursor.value().length > 0 ? 1 : 0;
                    }
                }
                say("scan", count, start);
            }
        }
    }

    private static byte[] key(int number) {
        return Bytes.of(String.format("n/app/%03d/node-%09d", number % 1000, number));
    }

    private void say(String what, int count, long startNanos) {
        double ms = (System.nanoTime() - startNanos) / 1e6;
        System.out.printf("%-10s %-18s %9d entries %9.0f ms%n", provider().name(), what, count, ms);
    }

    private static final class StoreAppender implements Appender {
        private final Store store;
        private long zxid;

        StoreAppender(Store store) {
            this.store = store;
        }

        @Override
        public void append(int entries) throws StoreException {
            for (int i = 0; i < entries; i++) {
                store.log().append(++zxid, new byte[ENTRY_BYTES]);
            }
            store.log().sync();
        }

        @Override
        public void close() throws StoreException {
            store.close();
        }
    }

    /** The limit: nothing but one write and one sync into space that is there already. */
    private static final class FileAppender implements Appender {
        private static final int FILE_BYTES = 64 << 20;

        private final FileChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(500 * ENTRY_BYTES);
        private long position;

        FileAppender(Path file) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            channel.write(ByteBuffer.allocate(FILE_BYTES));
            channel.force(true);
        }

        @Override
        public void append(int entries) throws IOException {
            buffer.clear().limit(entries * ENTRY_BYTES);
            if (position + buffer.limit() > FILE_BYTES) {
                position = 0;
            }
            position += channel.write(buffer, position);
            channel.force(false);
        }

        @Override
        public void close() throws StoreException {
            try {
                channel.close();
            } catch (IOException e) {
                throw new StoreException("failed to close", e);
            }
        }
    }
}
