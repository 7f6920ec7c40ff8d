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
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/** The log in an environment of its own: a table from zxids to entries, appended to at its right edge. */
final class LmdbLog implements TxnLog, AutoCloseable {
    private static final String FOLDER = "log";
    private static final String TABLE = "txns";

    /** How many entries one call, or one sync, drops at most. Purging a long log must not hold up those who write to it. */
    private static final int DROP_MAX = 10_000;

    private static final int DROP_PER_SYNC = 256;
    private static final int PAGE_BYTES = 4096;

    private final LmdbEnvironment environment;
    private final Dbi<Slot> table;
    private final AckMark mark;
    private final Health health;
    private final Slot key = new Slot();
    private final Slot value = new Slot();

    private final List<LogEntry> pending = new ArrayList<>();
    private long pendingBytes;

    private volatile long firstZxid;
    private volatile long lastZxid;
    private volatile long syncedZxid;
    private volatile long dropBelow;
    private long zxidBeforeFirst;
    /** Set within a transaction, and in force when that is committed. */
    private long newFirstZxid;

    private LmdbLog(LmdbEnvironment environment, Dbi<Slot> table, AckMark mark, Health health) {
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
            LmdbLog log = new LmdbLog(environment, environment.database(TABLE, create), mark, health);
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
            try (Cursor<Slot> cursor = table.openCursor(txn)) {
                if (cursor.first()) {
                    LogEntry first = LogEntry.decode(environment.file(), cursor.key(), cursor.val());
                    firstZxid = first.zxid();
                    zxidBeforeFirst = first.previousZxid();
                    cursor.last();
                    lastZxid = LogEntry.decode(environment.file(), cursor.key(), cursor.val())
                            .zxid();
                }
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
        pending.add(new LogEntry(zxid, lastZxid, txn));
        pendingBytes += txn.length + LogEntry.HEADER_BYTES + Long.BYTES;
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
        long estimate = 2 * pendingBytes + (pending.size() + DROP_PER_SYNC) * (PAGE_BYTES / 8L) + 64 * PAGE_BYTES;
        int drops = Math.max(DROP_PER_SYNC, 4 * pending.size());
        environment.write("append to the log", estimate, txn -> {
            for (LogEntry entry : pending) {
                entry.encode(key, value);
                table.put(txn, key, value, PutFlags.MDB_APPEND);
            }
            newFirstZxid = drop(txn, drops);
        });
        firstZxid = newFirstZxid;
        pending.clear();
        pendingBytes = 0;
        noteSynced();
    }

    private void noteSynced() throws StoreException {
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
        long newLast = lastUpTo(zxid);
        try {
            mark.lower(newLast);
        } catch (IOException e) {
            throw health.failed("write " + mark.path(), e);
        }
        environment.write("truncate the log", 64L * PAGE_BYTES, txn -> {
            if (newLast == 0) {
                table.drop(txn);
                return;
            }
            try (Cursor<Slot> cursor = table.openCursor(txn)) {
                while (cursor.last() && LogEntry.zxid(cursor.key()) > newLast) {
                    cursor.delete();
                }
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

    /** The last zxid that is not above this one, or 0. */
    private long lastUpTo(long zxid) throws StoreException {
        return environment.read("look for zxid 0x" + Long.toHexString(zxid), txn -> {
            try (Cursor<Slot> cursor = table.openCursor(txn)) {
                if (!cursor.get(LogEntry.key(key, Math.max(zxid, 0)), GetOp.MDB_SET_RANGE)) {
                    return cursor.last() ? LogEntry.zxid(cursor.key()) : 0L;
                }
                if (LogEntry.zxid(cursor.key()) == zxid) {
                    return zxid;
                }
                return cursor.prev() ? LogEntry.zxid(cursor.key()) : 0L;
            }
        });
    }

    @Override
    public void dropBefore(long zxid) throws StoreException {
        health.check();
        long below = Math.min(zxid, syncedZxid);
        if (below <= dropBelow) {
            return;
        }
        dropBelow = below;
        if (below <= firstZxid) {
            return;
        }
        environment.write(
                "drop the front of the log", DROP_MAX * (PAGE_BYTES / 8L), txn -> newFirstZxid = drop(txn, DROP_MAX));
        firstZxid = newFirstZxid;
    }

    /** Drops some of what may go, and says which entry is the first then. */
    private long drop(Txn<Slot> txn, int atMost) {
        if (firstZxid >= dropBelow) {
            return firstZxid;
        }
        try (Cursor<Slot> cursor = table.openCursor(txn)) {
            boolean more = cursor.first();
            for (int i = 0; more && i < atMost && LogEntry.zxid(cursor.key()) < dropBelow; i++) {
                cursor.delete();
                more = cursor.first();
            }
            return LogEntry.zxid(cursor.key());
        }
    }

    @Override
    public void close() throws StoreException {
        environment.close();
        key.close();
        value.close();
        try {
            mark.close();
        } catch (IOException e) {
            throw Health.describe("close " + mark.path(), e);
        }
    }
}
