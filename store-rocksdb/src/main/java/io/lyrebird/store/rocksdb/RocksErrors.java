package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.Health;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** RocksDB's errors in the SPI's terms. Its messages name the file and the place in it. */
final class RocksErrors {
    private RocksErrors() {}

    static StoreException ofRead(String doing, RocksDBException e) {
        return isCorruption(e)
                ? new StoreCorruptedException("failed to " + doing + ": " + e.getMessage(), e)
                : Health.describe(doing, e);
    }

    static StoreException ofWrite(Health health, String doing, RocksDBException e) {
        StoreException failed = health.failed(doing, e);
        return isCorruption(e) ? ofRead(doing, e) : failed;
    }

    /** A file that the manifest names and that is not there is damage too. */
    private static boolean isCorruption(RocksDBException e) {
        Status status = e.getStatus();
        return (status != null && status.getCode() == Status.Code.Corruption)
                || String.valueOf(e.getMessage()).contains("No such file or directory");
    }
}
