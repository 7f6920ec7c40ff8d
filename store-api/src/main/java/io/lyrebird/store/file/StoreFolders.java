package io.lyrebird.store.file;

import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The two folders of a store: locked, created when they are missing, and known to belong together.
 *
 * <p>Each holds a small text file, {@code store} in the data folder and {@code store-log} in the log folder, with the engine,
 * the version of its format and an id that both share. So a store is never taken for new because a part of it is gone (a
 * device that is not mounted, another log folder in the configuration), and never opened by the wrong engine. The one in the
 * data folder says {@code creating} until every part exists; a crash before that leaves nothing that was acknowledged, and
 * the creation starts over.
 */
public final class StoreFolders implements AutoCloseable {
    private static final String DATA_FILE = "store";
    private static final String LOG_FILE = "store-log";

    private final Disk disk;
    private final StoreConfig config;
    private final String engine;
    private final int version;
    private final List<FolderLock> locks = new ArrayList<>();
    private String id;
    private boolean isNew;

    private StoreFolders(Disk disk, StoreConfig config, String engine, int version) {
        this.disk = disk;
        this.config = config;
        this.engine = engine;
        this.version = version;
    }

    /** Locks the folders and checks that they are what this engine left there, or that there is nothing at all. */
    public static StoreFolders open(Disk disk, StoreConfig config, String engine, int version) throws StoreException {
        StoreFolders folders = new StoreFolders(disk, config, engine, version);
        try {
            folders.lock(config.dataDir());
            if (!config.logDir().equals(config.dataDir())) {
                folders.lock(config.logDir());
            }
            folders.identify();
            // What a process wrote that was killed may be seen now and still not be on the disk.
            disk.syncFolder(config.dataDir());
            disk.syncFolder(config.logDir());
            return folders;
        } catch (IOException e) {
            folders.close();
            throw Health.describe("open " + config.dataDir() + " and " + config.logDir(), e);
        } catch (StoreException | RuntimeException e) {
            folders.close();
            throw e;
        }
    }

    /** Whether the parts have to be created; then {@link #created} must be called when that is done. */
    public boolean isNew() {
        return isNew;
    }

    public void created() throws StoreException {
        try {
            write(config.dataDir(), DATA_FILE, describe(id, "complete"));
        } catch (IOException e) {
            throw Health.describe("create the store in " + config.dataDir(), e);
        }
        isNew = false;
    }

    private void lock(Path folder) throws IOException, StoreException {
        disk.createFolder(folder);
        locks.add(FolderLock.take(folder));
    }

    private void identify() throws IOException, StoreException {
        Path dataFile = config.dataDir().resolve(DATA_FILE);
        Path logFile = config.logDir().resolve(LOG_FILE);
        if (!disk.exists(dataFile)) {
            refuseLeftovers(config.dataDir(), dataFile);
            refuseLeftovers(config.logDir(), logFile);
            id = UUID.randomUUID().toString();
            isNew = true;
            write(config.dataDir(), DATA_FILE, describe(id, "creating"));
            write(config.logDir(), LOG_FILE, describe(id, "complete"));
            return;
        }
        id = parse(dataFile, "id=");
        checkEngine(dataFile);
        isNew = parse(dataFile, "state=").equals("creating");
        if (isNew) {
            write(config.logDir(), LOG_FILE, describe(id, "complete"));
            return;
        }
        if (!disk.exists(logFile)) {
            throw new StoreCorruptedException(
                    "the store in " + config.dataDir() + " has its log elsewhere or has lost it: " + logFile
                            + " is missing (is the right log folder configured, and mounted?)");
        }
        checkEngine(logFile);
        if (!parse(logFile, "id=").equals(id)) {
            throw new StoreCorruptedException(
                    "the log in " + config.logDir() + " belongs to another store than the data in " + config.dataDir());
        }
    }

    private void refuseLeftovers(Path folder, Path identity) throws IOException, StoreException {
        for (Path file : disk.list(folder)) {
            String name = file.getFileName().toString();
            if (!name.equals(FolderLock.FILE_NAME) && !name.endsWith(".tmp")) {
                throw new StoreCorruptedException("there is no store in " + config.dataDir() + ", but there is " + file
                        + "; move it away to start anew, or restore " + identity);
            }
        }
    }

    private void checkEngine(Path file) throws IOException, StoreException {
        String found = parse(file, "engine=");
        if (!found.equals(engine)) {
            throw new StoreCorruptedException(
                    file + " says that the folder belongs to the engine \"" + found + "\", not \"" + engine + "\"");
        }
        String foundVersion = parse(file, "version=");
        if (!foundVersion.equals(Integer.toString(version))) {
            throw new StoreCorruptedException(
                    file + " says format version " + foundVersion + "; this engine reads version " + version + " only");
        }
    }

    private String describe(String storeId, String state) {
        return "engine=" + engine + "\nversion=" + version + "\nid=" + storeId + "\nstate=" + state + "\n";
    }

    private String parse(Path file, String key) throws IOException, StoreCorruptedException {
        String text =
                StandardCharsets.UTF_8.decode(WholeFile.read(disk, file, 4096)).toString();
        for (String line : text.split("\n")) {
            if (line.startsWith(key)) {
                return line.substring(key.length());
            }
        }
        throw new StoreCorruptedException(file + " is damaged: it has no line " + key);
    }

    private void write(Path folder, String name, String text) throws IOException {
        WholeFile.write(disk, folder.resolve(name), ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Gives the folders free. */
    @Override
    public void close() {
        for (FolderLock lock : locks) {
            try {
                lock.close();
            } catch (IOException e) {
                // The operating system gives the lock free with the process at the latest, and there is nothing to
                // lose.
                continue;
            }
        }
        locks.clear();
    }
}
