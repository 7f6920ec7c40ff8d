package io.lyrebird.store.rocksdb;

import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** An iterator of RocksDB sees one state of the database for as long as it lives. Its first entry is the zxid. */
final class RocksImageCursor implements ImageCursor {
    private static final int READAHEAD_BYTES = 2 << 20;

    private final Path folder;
    private final ReadOptions options =
            new ReadOptions().setVerifyChecksums(true).setFillCache(false).setReadaheadSize(READAHEAD_BYTES);
    private final RocksIterator iterator;
    private final long zxid;
    private boolean onEntry;
    private boolean ended;
    private boolean closed;

    RocksImageCursor(Path folder, RocksDB db, ColumnFamilyHandle family) throws StoreException {
        this.folder = folder;
        this.iterator = db.newIterator(family, options);
        try {
            this.zxid = readZxid();
        } catch (StoreException e) {
            close();
            throw e;
        }
    }

    private long readZxid() throws StoreException {
        iterator.seekToFirst();
        checkStatus();
        if (!iterator.isValid() || iterator.key().length != 0 || iterator.value().length != Long.BYTES) {
            throw new StoreCorruptedException("the image in " + folder + " has no zxid");
        }
        return ByteBuffer.wrap(iterator.value()).getLong();
    }

    @Override
    public long zxid() {
        return zxid;
    }

    @Override
    public boolean next() throws StoreException {
        // RocksDB answers a step beyond the end with a crash of the process.
        if (!ended) {
            iterator.next();
            onEntry = iterator.isValid();
            ended = !onEntry;
        }
        if (ended) {
            checkStatus();
        }
        return onEntry;
    }

    private void checkStatus() throws StoreException {
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw RocksErrors.ofRead("read the image in " + folder + " at zxid 0x" + Long.toHexString(zxid), e);
        }
    }

    @Override
    public byte[] key() {
        checkOnEntry();
        return iterator.key();
    }

    @Override
    public byte[] value() {
        checkOnEntry();
        return iterator.value();
    }

    private void checkOnEntry() {
        if (!onEntry) {
            throw new IllegalStateException("the cursor is not on an entry");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onEntry = false;
            ended = true;
            iterator.close();
            options.close();
        }
    }
}
