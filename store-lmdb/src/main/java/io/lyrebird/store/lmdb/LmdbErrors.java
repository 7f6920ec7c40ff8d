package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.Health;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbNativeException;

/** LMDB's errors in the SPI's terms. */
final class LmdbErrors {
    private LmdbErrors() {}

    static StoreException ofRead(String doing, Exception e) {
        return isCorruption(e)
                ? new StoreCorruptedException("failed to " + doing + ": " + e, e)
                : Health.describe(doing, e);
    }

    static StoreException ofWrite(Health health, String doing, Exception e) {
        StoreException failed = health.failed(doing, e);
        return isCorruption(e) ? ofRead(doing, e) : failed;
    }

    private static boolean isCorruption(Exception e) {
        return e instanceof LmdbNativeException.PageCorruptedException
                || e instanceof LmdbNativeException.PageNotFoundException
                || e instanceof LmdbNativeException.PanicException
                || e instanceof Env.FileInvalidException
                || e instanceof Env.VersionMismatchException;
    }
}
