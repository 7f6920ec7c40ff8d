package io.lyrebird.store.rocksdb;

import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreException;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.WriteBatch;

/** Fills a new column family, in batches of a bounded size. */
final class RocksReplacement implements ImageReplacement {
    private static final long BATCH_BYTES = 1 << 20;

    private final RocksImage image;
    private final String name;
    private final ColumnFamilyHandle family;
    private final long newZxid;
    private final WriteBatch batch = new WriteBatch((int) BATCH_BYTES);
    private final BatchFiller filler;
    private boolean finished;

    RocksReplacement(RocksImage image, String name, ColumnFamilyHandle family, long newZxid) {
        this.image = image;
        this.name = name;
        this.family = family;
        this.newZxid = newZxid;
        this.filler = new BatchFiller(batch, family);
    }

    @Override
    public void put(byte[] key, byte[] value) throws StoreException {
        Limits.checkKey(key);
        Limits.checkValue(value);
        checkUnfinished();
        filler.put(key, value);
        if (batch.getDataSize() >= BATCH_BYTES) {
            image.write(batch);
            batch.clear();
        }
    }

    @Override
    public void commit() throws StoreException {
        checkUnfinished();
        image.write(batch);
        image.commitReplacement(name, family, newZxid);
        finished = true;
        batch.close();
    }

    private void checkUnfinished() {
        if (finished) {
            throw new IllegalStateException("the replacement is finished");
        }
    }

    @Override
    public void close() throws StoreException {
        if (!finished) {
            finished = true;
            batch.close();
            image.abandonReplacement(name);
        }
    }
}
