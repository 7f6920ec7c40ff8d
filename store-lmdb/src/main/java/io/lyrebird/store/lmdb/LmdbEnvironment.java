package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.EnvInfo;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * An environment of LMDB whose map grows by itself. LMDB lets the map grow only while no transaction is open in the process;
 * so each one holds a permit, and growing takes all of them. It happens long before the map is full, at a moment when nobody
 * reads; only when it cannot be put off it waits for the readers, a bounded time.
 */
final class LmdbEnvironment implements AutoCloseable {
    private static final String DATA_FILE = "data.mdb";
    private static final int PAGE_BYTES = 4096;
    private static final int PERMITS = 1 << 16;
    private static final long GROW_WAIT_SECONDS = 120;

    /** Reads something and copies what it needs. */
    interface Reading<R> {
        R read(Txn<Slot> txn) throws StoreException;
    }

    /** Writes something; it may be called again, from the start, when the map was full. */
    interface Writing {
        void write(Txn<Slot> txn) throws StoreException;
    }

    /** For a test: what happens in place of a commit, or before it. */
    interface CommitHook {
        void beforeCommit() throws IOException;
    }

    private final Path folder;
    private final Health health;
    private final Env<Slot> env;
    private final Semaphore permits = new Semaphore(PERMITS, true);
    private volatile CommitHook commitHook = () -> {};

    private LmdbEnvironment(Path folder, Health health, Env<Slot> env) {
        this.folder = folder;
        this.health = health;
        this.env = env;
    }

    static LmdbEnvironment open(Path folder, long mapBytes, Health health, boolean create) throws StoreException {
        try {
            Path dataFile = folder.resolve(DATA_FILE);
            if (create) {
                Files.createDirectories(folder);
                Files.deleteIfExists(dataFile);
            } else if (!Files.exists(dataFile)) {
                throw new StoreCorruptedException(dataFile + " is missing");
            }
            long fileBytes = create ? 0 : Files.size(dataFile);
            Env<Slot> env = Env.create(SlotProxy.INSTANCE)
                    .setMapSize(Math.max(mapBytes, roundUp(fileBytes * 2)))
                    .setMaxDbs(4)
                    .open(folder.toFile(), EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOMEMINIT);
            LmdbEnvironment environment = new LmdbEnvironment(folder, health, env);
            if (!create) {
                environment.checkLength(dataFile, fileBytes);
                // What a process wrote that was killed may be seen now and still not be on the disk.
                env.sync(true);
            }
            return environment;
        } catch (IOException e) {
            throw Health.describe("open " + folder, e);
        } catch (LmdbException e) {
            throw LmdbErrors.ofRead("open " + folder, e);
        }
    }

    /** Reading a page that the file does not have would end the process. */
    private void checkLength(Path dataFile, long fileBytes) throws StoreException {
        long neededBytes = (env.info().lastPageNumber + 1) * PAGE_BYTES;
        if (fileBytes < neededBytes) {
            env.close();
            throw new StoreCorruptedException(
                    dataFile + " is damaged: it has " + fileBytes + " bytes of " + neededBytes);
        }
    }

    private static long roundUp(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20 << 20;
    }

    Path file() {
        return folder.resolve(DATA_FILE);
    }

    Dbi<Slot> database(String name, boolean create) throws StoreException {
        try {
            return create ? env.openDbi(name, DbiFlags.MDB_CREATE) : env.openDbi(name);
        } catch (Dbi.KeyNotFoundException e) {
            throw new StoreCorruptedException(file() + " is damaged: it has no table " + name, e);
        } catch (LmdbException e) {
            throw LmdbErrors.ofRead("open " + name + " in " + file(), e);
        }
    }

    void setCommitHook(CommitHook hook) {
        commitHook = hook;
    }

    /** A short reading. */
    <R> R read(String doing, Reading<R> reading) throws StoreException {
        permits.acquireUninterruptibly();
        try (Txn<Slot> txn = env.txnRead()) {
            return reading.read(txn);
        } catch (LmdbException e) {
            throw LmdbErrors.ofRead(doing + " in " + file(), e);
        } finally {
            permits.release();
        }
    }

    /** A reading that goes on until {@link #endReading}; it keeps the pages of its state from being used again. */
    Txn<Slot> beginReading() throws StoreException {
        permits.acquireUninterruptibly();
        try {
            return env.txnRead();
        } catch (LmdbException e) {
            permits.release();
            throw LmdbErrors.ofRead("read " + file(), e);
        }
    }

    void endReading(Txn<Slot> txn) {
        txn.close();
        permits.release();
    }

    /** One transaction, durable on return. */
    void write(String doing, long estimatedBytes, Writing writing) throws StoreException {
        health.check();
        growAhead(estimatedBytes);
        while (!tryWrite(doing, estimatedBytes, writing)) {
            grow(env.info().mapSize * 2, true);
        }
    }

    private boolean tryWrite(String doing, long estimatedBytes, Writing writing) throws StoreException {
        permits.acquireUninterruptibly();
        try (Txn<Slot> txn = env.txnWrite()) {
            writing.write(txn);
            commitHook.beforeCommit();
            txn.commit();
            return true;
        } catch (Env.MapFullException e) {
            return false;
        } catch (LmdbException | IOException e) {
            throw LmdbErrors.ofCommit(health, doing + " in " + file(), e, file(), estimatedBytes);
        } finally {
            permits.release();
        }
    }

    private void growAhead(long estimatedBytes) throws StoreException {
        EnvInfo info = env.info();
        long usedBytes = (info.lastPageNumber + 1) * PAGE_BYTES + estimatedBytes;
        if (usedBytes > info.mapSize / 2) {
            long size = info.mapSize;
            while (usedBytes > size / 2) {
                size *= 2;
            }
            grow(size, usedBytes > info.mapSize - info.mapSize / 8);
        }
    }

    private void grow(long mapBytes, boolean atAnyRate) throws StoreException {
        try {
            if (!permits.tryAcquire(PERMITS)) {
                if (!atAnyRate) {
                    return;
                }
                if (!permits.tryAcquire(PERMITS, GROW_WAIT_SECONDS, TimeUnit.SECONDS)) {
                    throw health.failed(
                            "enlarge the map of " + file(),
                            new IOException("something has been reading it for " + GROW_WAIT_SECONDS + " seconds"));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw health.failed("enlarge the map of " + file(), e);
        }
        try {
            env.setMapSize(mapBytes);
        } catch (LmdbException e) {
            throw LmdbErrors.ofWrite(health, "enlarge the map of " + file() + " to " + mapBytes + " bytes", e);
        } finally {
            permits.release(PERMITS);
        }
    }

    /** For a test. */
    long mapBytes() {
        return env.info().mapSize;
    }

    @Override
    public void close() {
        env.close();
    }
}
