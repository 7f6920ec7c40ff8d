package io.lyrebird.store.contract;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreFullException;
import io.lyrebird.store.Stores;
import java.io.IOException;
import java.nio.file.Path;

/** Writes to a part of a store until the disk is full, and says what it was promised and how it ended. */
final class FullDiskChild {
    static final int VALUE_BYTES = 20_000;

    private static final long LIMIT_BYTES = 8 << 20;

    private FullDiskChild() {}

    /** Engine, data folder, log folder, "log" or "image". */
    public static void main(String[] args) throws Exception {
        Store store = Stores.open(args[0], new StoreConfig(Path.of(args[1]), Path.of(args[2])));
        limitFiles();
        long zxid = 0;
        try {
            while (true) {
                zxid++;
                write(store, args[3], zxid);
                System.out.println("acknowledged " + zxid);
            }
        } catch (StoreFullException e) {
            System.out.println("full " + e.getMessage().replace('\n', ' '));
        }
        System.out.println("refused " + (isRefused(store, "log", zxid + 1) && isRefused(store, "image", zxid + 1)));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** From here on, since native libraries are unpacked into files that are larger. */
    private static void limitFiles() throws IOException, InterruptedException {
        Process prlimit = new ProcessBuilder(
                        "prlimit",
                        "--pid",
                        Long.toString(ProcessHandle.current().pid()),
                        "--fsize=" + LIMIT_BYTES)
                .inheritIO()
                .start();
        if (prlimit.waitFor() != 0) {
            throw new IOException("prlimit failed");
        }
    }

    private static boolean isRefused(Store store, String part, long zxid) {
        try {
            write(store, part, zxid);
            return false;
        } catch (StoreException e) {
            return true;
        }
    }

    private static void write(Store store, String part, long zxid) throws StoreException {
        byte[] bytes = Bytes.random(zxid, VALUE_BYTES);
        if (part.equals("log")) {
            store.log().append(zxid, bytes);
            store.log().sync();
        } else {
            store.image().apply(new ImageBatch().put(Bytes.of("key" + zxid), bytes), zxid);
            if (zxid % 100 == 0) {
                store.image().sync();
            }
        }
    }
}
