package io.lyrebird.store.lmdb;

import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import io.lyrebird.store.file.AckMark;
import io.lyrebird.store.file.Disk;
import io.lyrebird.store.file.Health;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The log in an environment of its own, appended to at the right edge of its tree. A sync is a commit. */
final class LmdbLog implements TxnLog, AutoCloseable {
    private static final String FOLDER = "log";
    private static final String TABLE = "txns";

    /** How many rows one call, or one sync, drops at most. Purging a long log must not hold up those who write to it. */
    private static final int DROP_MAX = 2000;

    private static final int DROP_PER_SYNC = 64;
    private static final long PAGE_BYTES = 4096;

    private final LmdbEnvironment environment;
    private final LogTable table;
    private final AckMark mark;
    private final Health health;

    private final List<LogBlock.Entry> pending = new ArrayList<>();
    private long pendingBytes;

    private volatile long firstZxid;
    private volatile long lastZxid;
    private volatile long syncedZxid;
    private volatile long dropBelow;
    private long zxidBeforeFirst;
    /** Set within a transaction, and in force when that is committed. */
    private long newFirstZxid;

    private LmdbLog(LmdbEnvironment environment, LogTable table, AckMark mark, Health health) {
        this.environment = environment;
        this.table = table;
        this.mark = mark;
        this.health = health;
    }

    static LmdbLog open(Disk disk, Path logDir, LmdbSettings settings, Health health, boolean create)
            throws StoreException {
        LmdbEnvironment environment = LmdbEnvironment.open(logDir.resolve(FOLDER), settings.mapBytes(), health, create);
        AckMark mark = null;
        try {
            mark = create ? AckMark.create(disk, logDir, AckMark.OF_LOG) : AckMark.open(disk, logDir, AckMark.OF_LOG);
            LogTable table = new LogTable(environment.file(), environment.database(TABLE, create));
            LmdbLog log = new LmdbLog(environment, table, mark, health);
            log.recover();
            return log;
        } catch (IOException e) {
            environment.close();
            throw Health.describe("open the log in " + logDir, e);
        } catch (StoreException | RuntimeException e) {
            environment.close();
            closeQuietly(mark);
            throw e;
        }
    }

    private static void closeQuietly(AckMark mark) {
        if (mark != null) {
            try {
                mark.close();
            } catch (IOException e) {
                return; // Another failure is on its way up already.
            }
        }
    }

    private void recover() throws StoreException {
        environment.read("find the ends of the log", txn -> {
            LogBlock first = table.first(txn);
            if (first != null) {
                firstZxid = first.firstZxid();
                zxidBeforeFirst = first.previousZxid();
                lastZxid = table.last(txn).lastZxid();
            }
            return null;
        });
        syncedZxid = lastZxid;
        mark.check("the log in " + environment.file(), lastZxid);
    }

    LmdbEnvironment environment() {
        return environment;
    }

    /** The zxid before the oldest entry, which was there once; 0 if the log began with it, or is empty. */
    long zxidBeforeFirst() {
        return zxidBeforeFirst;
    }

    @Override
    public void append(long zxid, byte[] txn) throws StoreException {
        health.check();
        Limits.checkAppend(lastZxid, zxid, txn);
        LogBlock.Entry entry = new LogBlock.Entry(zxid, txn);
        pending.add(entry);
        pendingBytes += entry.bytes();
        if (firstZxid == 0) {
            firstZxid = zxid;
        }
        lastZxid = zxid;
    }

    @Override
    public void sync() throws StoreException {
        health.check();
        if (pending.isEmpty()) {
            return;
        }
        List<LogBlock> blocks = LogBlock.pack(syncedZxid, pending);
        int drops = Math.max(DROP_PER_SYNC, 4 * blocks.size());
        long estimate = 2 * pendingBytes + (blocks.size() + drops) * PAGE_BYTES + 64 * PAGE_BYTES;
        environment.write("append to the log", estimate, txn -> {
            table.append(txn, blocks);
            newFirstZxid = firstZxid < dropBelow ? table.drop(txn, dropBelow, drops) : firstZxid;
        });
        firstZxid = newFirstZxid;
        pending.clear();
        pendingBytes = 0;
        syncedZxid = lastZxid;
        try {
            mark.raise(lastZxid);
        } catch (IOException e) {
            throw health.failed("write " + mark.path(), e);
        }
    }

    @Override
    public long firstZxid() {
        return firstZxid;
    }

    @Override
    public long lastZxid() {
        return lastZxid;
    }

    /** What a cursor that is opened now must come to see. */
    long syncedZxid() {
        return syncedZxid;
    }

    /** Whatever is below may be gone. */
    long dropBelow() {
        return dropBelow;
    }

    @Override
    public TxnCursor read(long fromZxid) {
        return new LmdbLogCursor(this, environment, table, fromZxid);
    }

    @Override
    public void truncateAfter(long zxid) throws StoreException {
        sync();
        if (zxid >= lastZxid) {
            return;
        }
        LogBlock cut = environment.read("look for zxid 0x" + Long.toHexString(zxid), txn -> table.floor(txn, zxid));
        LogBlock left = cut == null ? null : cut.upTo(zxid);
        long newLast = left == null ? 0 : left.lastZxid();
        try {
            mark.lower(newLast);
        } catch (IOException e) {
            throw health.failed("write " + mark.path(), e);
        }
        environment.write("truncate the log", 64 * PAGE_BYTES, txn -> {
            if (newLast == 0) {
                table.clear(txn);
            } else {
                table.truncate(txn, newLast);
            }
        });
        lastZxid = newLast;
        syncedZxid = newLast;
        dropBelow = Math.min(dropBelow, newLast);
        if (newLast == 0) {
            firstZxid = 0;
            zxidBeforeFirst = 0;
        }
    }

    @Override
    public void dropBefore(long zxid) throws StoreException {
        health.check();
        long below = Math.min(zxid, syncedZxid);
        if (below <= dropBelow) {
            return;
        }
        dropBelow = below;
        if (firstZxid < below) {
            environment.write(
                    "drop the front of the log",
                    DROP_MAX * PAGE_BYTES,
                    txn -> newFirstZxid = table.drop(txn, below, DROP_MAX));
            firstZxid = newFirstZxid;
        }
    }

    @Override
    public void close() throws StoreException {
        environment.close();
        table.close();
        try {
            mark.close();
        } catch (IOException e) {
            throw Health.describe("close " + mark.path(), e);
        }
    }
}
