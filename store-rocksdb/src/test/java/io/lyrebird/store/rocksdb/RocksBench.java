package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.StoreBench;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

class RocksBench extends StoreBench {
    @Override
    protected StoreProvider provider() {
        return new RocksStoreProvider();
    }

    @Override
    protected Appender bareLibrary(Path folder) throws RocksDBException {
        return new BareRocks(folder);
    }

    private static final class BareRocks implements Appender {
        private final Options options = new Options().setCreateIfMissing(true);
        private final WriteOptions synced = new WriteOptions().setSync(true);
        private final RocksDB db;
        private long zxid;

        BareRocks(Path folder) throws RocksDBException {
            RocksDB.loadLibrary();
            db = RocksDB.open(options, folder.toString());
        }

        @Override
        public void append(int entries) throws RocksDBException {
            try (WriteBatch batch = new WriteBatch()) {
                for (int i = 0; i < entries; i++) {
                    byte[] key = ByteBuffer.allocate(8).putLong(++zxid).array();
                    batch.put(key, new byte[200]);
                }
                db.write(synced, batch);
            }
        }

        @Override
        public void close() {
            db.close();
            synced.close();
            options.close();
        }
    }
}
