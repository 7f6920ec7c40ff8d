package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The RocksDB instance that holds the image, with all the native objects that belong to it. */
final class RocksDatabase implements AutoCloseable {
    private static final int MAX_OPEN_FILES = 512;
    private static final int BLOCK_BYTES = 16 << 10;
    private static final int INFO_LOG_BYTES = 1 << 20;

    private final Cache cache;
    private final ColumnFamilyOptions familyOptions;
    private final DBOptions options;
    private final RocksDB db;
    private final Map<String, ColumnFamilyHandle> families = new ConcurrentHashMap<>();

    private RocksDatabase(Path folder, RocksSettings settings, boolean create) throws RocksDBException, StoreException {
        RocksDB.loadLibrary();
        cache = new LRUCache(settings.cacheBytes());
        familyOptions = familyOptions(settings, cache);
        options = databaseOptions(create);
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try {
            db = RocksDB.open(options, folder.toString(), descriptors(folder, create), handles);
        } catch (RocksDBException | StoreException e) {
            closeOptions();
            throw e;
        }
        for (ColumnFamilyHandle handle : handles) {
            families.put(new String(handle.getName(), StandardCharsets.UTF_8), handle);
        }
    }

    static RocksDatabase open(Path folder, RocksSettings settings, boolean create)
            throws RocksDBException, StoreException {
        return new RocksDatabase(folder, settings, create);
    }

    private static DBOptions databaseOptions(boolean create) {
        Env env = Env.getDefault();
        // Compaction is never urgent here, and it shares the cores with the threads that answer clients.
        env.lowerThreadPoolCPUPriority(Priority.LOW);
        return new DBOptions()
                .setEnv(env)
                .setCreateIfMissing(create)
                .setParanoidChecks(true)
                .setMaxBackgroundJobs(2)
                .setMaxOpenFiles(MAX_OPEN_FILES)
                // After a failed write the store stops: RocksDB must not go on by itself behind our back.
                .setMaxBgErrorResumeCount(0)
                .setAvoidFlushDuringShutdown(false)
                .setBytesPerSync(1 << 20)
                .setStatsDumpPeriodSec(0)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(INFO_LOG_BYTES)
                .setKeepLogFileNum(2);
    }

    /** For point writes that are never read but in one long scan: no filters, large blocks, one level if it can be. */
    private static ColumnFamilyOptions familyOptions(RocksSettings settings, Cache cache) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockSize(BLOCK_BYTES)
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setFormatVersion(6);
        return new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setWriteBufferSize(settings.writeBufferBytes())
                .setMaxWriteBufferNumber(2)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setParanoidFileChecks(false);
    }

    private List<ColumnFamilyDescriptor> descriptors(Path folder, boolean create)
            throws RocksDBException, StoreException {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        if (create) {
            descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions));
            return descriptors;
        }
        boolean complete = false;
        try (Options listing = new Options()) {
            for (byte[] name : RocksDB.listColumnFamilies(listing, folder.toString())) {
                descriptors.add(new ColumnFamilyDescriptor(name, familyOptions));
                complete |= Arrays.equals(name, RocksDB.DEFAULT_COLUMN_FAMILY);
            }
        }
        if (!complete) {
            throw new StoreCorruptedException(
                    "the image is damaged: CURRENT or the manifest in " + folder + " is missing or cannot be read");
        }
        return descriptors;
    }

    RocksDB db() {
        return db;
    }

    /** The family of that name, or null. */
    ColumnFamilyHandle family(String name) {
        return families.get(name);
    }

    List<String> familyNames() {
        return List.copyOf(families.keySet());
    }

    ColumnFamilyHandle createFamily(String name) throws RocksDBException {
        ColumnFamilyHandle handle =
                db.createColumnFamily(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), familyOptions));
        families.put(name, handle);
        return handle;
    }

    void dropFamily(String name) throws RocksDBException {
        try (ColumnFamilyHandle handle = families.remove(name)) {
            db.dropColumnFamily(handle);
        }
    }

    @Override
    public void close() {
        families.values().forEach(ColumnFamilyHandle::close);
        db.close();
        closeOptions();
    }

    private void closeOptions() {
        options.close();
        familyOptions.close();
        cache.close();
    }
}
