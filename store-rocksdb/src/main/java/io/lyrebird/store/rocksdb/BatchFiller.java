package io.lyrebird.store.rocksdb;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.StoreException;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Puts changes of the image into a batch of RocksDB's. */
final class BatchFiller implements ImageBatch.Visitor {
    private final WriteBatch batch;
    private final ColumnFamilyHandle family;

    BatchFiller(WriteBatch batch, ColumnFamilyHandle family) {
        this.batch = batch;
        this.family = family;
    }

    @Override
    public void put(byte[] key, byte[] value) throws StoreException {
        try {
            batch.put(family, key, value);
        } catch (RocksDBException e) {
            throw new StoreException("could not put a change into a batch: " + e.getMessage(), e);
        }
    }

    @Override
    public void delete(byte[] key) throws StoreException {
        try {
            batch.delete(family, key);
        } catch (RocksDBException e) {
            throw new StoreException("could not put a change into a batch: " + e.getMessage(), e);
        }
    }
}
