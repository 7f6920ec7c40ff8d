package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.Health;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbNativeException;

/** LMDB's errors in the SPI's terms. */
final class LmdbErrors {
    private LmdbErrors() {}

    static StoreException ofRead(String doing, Exception e) {
        return isCorruption(e)
                ? new StoreCorruptedException("failed to " + doing + ": " + e, e)
                : Health.describe(doing, named(e));
    }

    static StoreException ofWrite(Health health, String doing, Exception e) {
        StoreException failed = health.failed(doing, named(e));
        return isCorruption(e) ? ofRead(doing, e) : failed;
    }

    /** LMDB passes the operating system's error number on; these are the ones that mean that there is no space. */
    private static Exception named(Exception e) {
        if (!(e instanceof LmdbNativeException)) {
            return e;
        }
        return switch (((LmdbNativeException) e).getResultCode()) {
            case 27 -> new IOException("File too large", e);
            case 28 -> new IOException("No space left on device", e);
            case 122 -> new IOException("Disk quota exceeded", e);
            default -> e;
        };
    }

    /**
     * A commit that failed. When a write came to a full disk half-way LMDB says "input/output error" for it, so that one is
     * looked into.
     */
    static StoreException ofCommit(Health health, String doing, Exception e, Path dataFile, long bytes) {
        boolean isIoError = e instanceof LmdbNativeException && ((LmdbNativeException) e).getResultCode() == 5;
        IOException noSpace = isIoError ? tryForSpace(dataFile, bytes) : null;
        return ofWrite(health, doing, noSpace == null ? e : noSpace);
    }

    /** What the operating system says to a file as long as the data file would have become, or null. */
    private static IOException tryForSpace(Path dataFile, long bytes) {
        Path probe = dataFile.resolveSibling("space.tmp");
        try {
            if (Files.getFileStore(dataFile).getUsableSpace() < bytes) {
                return new IOException("No space left on device");
            }
            try (FileChannel channel = FileChannel.open(
                    probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
                channel.write(ByteBuffer.allocate(1), Files.size(dataFile) + bytes);
            }
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static boolean isCorruption(Exception e) {
        return e instanceof DamagedPageException
                || e instanceof LmdbNativeException.PageCorruptedException
                || e instanceof LmdbNativeException.PageNotFoundException
                || e instanceof LmdbNativeException.PanicException
                || e instanceof Env.FileInvalidException
                || e instanceof Env.VersionMismatchException;
    }
}
