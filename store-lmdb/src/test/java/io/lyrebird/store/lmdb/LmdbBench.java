package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.StoreBench;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/** The bare library needs {@code --add-opens java.base/java.nio=ALL-UNNAMED --add-opens java.base/sun.nio.ch=ALL-UNNAMED}. */
class LmdbBench extends StoreBench {
    @Override
    protected StoreProvider provider() {
        return new LmdbStoreProvider();
    }

    @Override
    protected Appender bareLibrary(Path folder) throws IOException {
        return new BareLmdb(Files.createDirectory(folder));
    }

    private static final class BareLmdb implements Appender {
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> table;
        private final ByteBuffer key = ByteBuffer.allocateDirect(8);
        private final ByteBuffer value = ByteBuffer.allocateDirect(200);
        private long zxid;

        BareLmdb(Path folder) {
            env = Env.create().setMapSize(1L << 30).setMaxDbs(1).open(folder.toFile());
            table = env.openDbi("log", DbiFlags.MDB_CREATE);
        }

        @Override
        public void append(int entries) {
            try (Txn<ByteBuffer> txn = env.txnWrite()) {
                for (int i = 0; i < entries; i++) {
                    key.clear();
                    key.putLong(0, ++zxid);
                    value.clear();
                    table.put(txn, key, value);
                }
                txn.commit();
            }
        }

        @Override
        public void close() {
            env.close();
        }
    }
}
