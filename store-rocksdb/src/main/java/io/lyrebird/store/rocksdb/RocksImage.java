package io.lyrebird.store.rocksdb;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.AckMark;
import io.lyrebird.store.file.Disk;
import io.lyrebird.store.file.FileRegisters;
import io.lyrebird.store.file.Health;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The image in a column family of its own, written without RocksDB's write-ahead log. The zxid is the value of the empty key
 * and part of every batch; a batch is never split between two memtables, and those are written out in order, so after a
 * crash the family is what some batch had left. A replacement is a new family; a small file says which one counts.
 */
final class RocksImage implements Image, AutoCloseable {
    static final byte[] ZXID_KEY = new byte[0];

    private static final String FOLDER = "image";
    private static final String CURRENT_FILE = "image-current";
    private static final String CURRENT = "family";
    private static final String FAMILY_PREFIX = "image-";

    private final Path folder;
    private final RocksDatabase database;
    private final FileRegisters current;
    private final AckMark mark;
    private final Health health;
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);

    /** Guards which family counts, between the writing thread and those that begin a scan. */
    private final Object familyLock = new Object();

    private String familyName;
    private volatile long zxid;
    private volatile long durableZxid;

    private RocksImage(Path folder, RocksDatabase database, FileRegisters current, AckMark mark, Health health) {
        this.folder = folder;
        this.database = database;
        this.current = current;
        this.mark = mark;
        this.health = health;
    }

    static RocksImage open(Disk disk, Path dataDir, RocksSettings settings, Health health, boolean create)
            throws StoreException {
        Path folder = dataDir.resolve(FOLDER);
        Path currentFile = dataDir.resolve(CURRENT_FILE);
        RocksDatabase database = null;
        AckMark mark = null;
        try {
            if (create) {
                deleteAll(folder);
                disk.createFolder(folder);
            }
            database = RocksDatabase.open(folder, settings, create);
            FileRegisters current = create
                    ? FileRegisters.create(disk, currentFile, health)
                    : FileRegisters.open(disk, currentFile, health);
            mark = create
                    ? AckMark.create(disk, dataDir, AckMark.OF_IMAGE)
                    : AckMark.open(disk, dataDir, AckMark.OF_IMAGE);
            RocksImage image = new RocksImage(folder, database, current, mark, health);
            if (create) {
                image.begin();
            } else {
                image.recover();
            }
            return image;
        } catch (RocksDBException e) {
            closeQuietly(database, mark);
            throw RocksErrors.ofRead("open the image in " + folder, e);
        } catch (IOException e) {
            closeQuietly(database, mark);
            throw Health.describe("open the image in " + folder, e);
        } catch (StoreException | RuntimeException e) {
            closeQuietly(database, mark);
            throw e;
        }
    }

    private static void closeQuietly(RocksDatabase database, AckMark mark) {
        if (database != null) {
            database.close();
        }
        try {
            if (mark != null) {
                mark.close();
            }
        } catch (IOException e) {
            return; // Another failure is on its way up already.
        }
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void begin() throws RocksDBException, StoreException {
        String name = FAMILY_PREFIX + 1;
        ColumnFamilyHandle family = database.createFamily(name);
        writeZxid(family, 0);
        flush(family);
        makeCurrent(name);
    }

    private void recover() throws RocksDBException, StoreException {
        byte[] name = current.get(CURRENT)
                .orElseThrow(() -> new StoreCorruptedException(folder + ": it is not known which image counts"));
        familyName = new String(name, StandardCharsets.UTF_8);
        ColumnFamilyHandle family = database.family(familyName);
        byte[] zxidBytes = family == null ? null : database.db().get(family, ZXID_KEY);
        if (zxidBytes == null || zxidBytes.length != Long.BYTES) {
            throw new StoreCorruptedException("the image " + familyName + " in " + folder + " is missing");
        }
        zxid = ByteBuffer.wrap(zxidBytes).getLong();
        durableZxid = zxid;
        mark.check("the image in " + folder, zxid);
        for (String other : database.familyNames()) {
            if (other.startsWith(FAMILY_PREFIX) && !other.equals(familyName)) {
                database.dropFamily(other);
            }
        }
    }

    private void writeZxid(ColumnFamilyHandle family, long newZxid) throws RocksDBException {
        database.db().put(family, unlogged, ZXID_KEY, bytes(newZxid));
    }

    private void flush(ColumnFamilyHandle family) throws RocksDBException {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true)) {
            database.db().flush(wait, family);
        }
    }

    private void makeCurrent(String name) throws StoreException {
        current.put(CURRENT, name.getBytes(StandardCharsets.UTF_8));
        familyName = name;
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    @Override
    public long zxid() {
        return zxid;
    }

    @Override
    public long durableZxid() {
        return durableZxid;
    }

    @Override
    public void apply(ImageBatch changes, long newZxid) throws StoreException {
        health.check();
        Limits.checkApply(zxid, newZxid);
        ColumnFamilyHandle family = database.family(familyName);
        try (WriteBatch batch = new WriteBatch((int) Math.min(changes.bytes() + 16L * changes.size() + 64, 64 << 20))) {
            changes.forEach(new BatchFiller(batch, family));
            batch.put(family, ZXID_KEY, bytes(newZxid));
            database.db().write(unlogged, batch);
        } catch (RocksDBException e) {
            throw RocksErrors.ofWrite(health, doing("apply zxid 0x" + Long.toHexString(newZxid)), e);
        }
        zxid = newZxid;
    }

    @Override
    public void sync() throws StoreException {
        health.check();
        if (durableZxid == zxid) {
            return;
        }
        try {
            flush(database.family(familyName));
        } catch (RocksDBException e) {
            throw RocksErrors.ofWrite(health, doing("sync"), e);
        }
        noteDurable();
    }

    private void noteDurable() throws StoreException {
        durableZxid = zxid;
        try {
            mark.raise(zxid);
        } catch (IOException e) {
            throw health.failed("write " + mark.path(), e);
        }
    }

    @Override
    public ImageReplacement replace(long newZxid) throws StoreException {
        health.check();
        String name = FAMILY_PREFIX + (Long.parseLong(familyName.substring(FAMILY_PREFIX.length())) + 1);
        try {
            if (database.family(name) != null) {
                database.dropFamily(name);
            }
            return new RocksReplacement(this, name, database.createFamily(name), newZxid);
        } catch (RocksDBException e) {
            throw RocksErrors.ofWrite(health, doing("begin to replace"), e);
        }
    }

    void write(WriteBatch batch) throws StoreException {
        health.check();
        try {
            database.db().write(unlogged, batch);
        } catch (RocksDBException e) {
            throw RocksErrors.ofWrite(health, doing("replace"), e);
        }
    }

    void commitReplacement(String name, ColumnFamilyHandle family, long newZxid) throws StoreException {
        health.check();
        try {
            writeZxid(family, newZxid);
            flush(family);
            mark.lower(newZxid);
            synchronized (familyLock) {
                String old = familyName;
                makeCurrent(name);
                zxid = newZxid;
                noteDurable();
                database.dropFamily(old);
            }
        } catch (RocksDBException e) {
            throw RocksErrors.ofWrite(health, doing("replace"), e);
        } catch (IOException e) {
            throw health.failed(doing("replace"), e);
        }
    }

    void abandonReplacement(String name) throws StoreException {
        try {
            database.dropFamily(name);
        } catch (RocksDBException e) {
            throw RocksErrors.ofWrite(health, doing("give up replacing"), e);
        }
    }

    @Override
    public ImageCursor scan() throws StoreException {
        synchronized (familyLock) {
            return new RocksImageCursor(folder, database.db(), database.family(familyName));
        }
    }

    private String doing(String what) {
        return what + " the image in " + folder + " at zxid 0x" + Long.toHexString(zxid);
    }

    @Override
    public void close() {
        unlogged.close();
        closeQuietly(database, mark);
    }
}
