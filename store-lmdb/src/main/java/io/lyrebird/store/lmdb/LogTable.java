package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/** The rows of the log, within a transaction that somebody else begins and ends. */
final class LogTable implements AutoCloseable {
    /** Takes blocks until it has enough. */
    interface Reader {
        boolean take(LogBlock block) throws StoreException;
    }

    private final Path file;
    private final Dbi<Slot> dbi;
    /** For the writing thread only. */
    private final Slot key = new Slot();

    private final Slot value = new Slot();

    LogTable(Path file, Dbi<Slot> dbi) {
        this.file = file;
        this.dbi = dbi;
    }

    Path file() {
        return file;
    }

    void append(Txn<Slot> txn, List<LogBlock> blocks) {
        for (LogBlock block : blocks) {
            block.encode(key, value);
            dbi.put(txn, key, value, PutFlags.MDB_APPEND);
        }
    }

    /** The first block, or null. */
    LogBlock first(Txn<Slot> txn) throws StoreCorruptedException {
        try (Cursor<Slot> cursor = dbi.openCursor(txn)) {
            return cursor.first() ? LogBlock.decode(file, cursor.key(), cursor.val()) : null;
        }
    }

    /** The last block, or null. */
    LogBlock last(Txn<Slot> txn) throws StoreCorruptedException {
        try (Cursor<Slot> cursor = dbi.openCursor(txn)) {
            return cursor.last() ? LogBlock.decode(file, cursor.key(), cursor.val()) : null;
        }
    }

    /** The block that has this zxid or the last one before it, or null if there is none. */
    LogBlock floor(Txn<Slot> txn, long zxid) throws StoreCorruptedException {
        try (Cursor<Slot> cursor = dbi.openCursor(txn)) {
            return seekFloor(cursor, key, zxid) ? LogBlock.decode(file, cursor.key(), cursor.val()) : null;
        }
    }

    private static boolean seekFloor(Cursor<Slot> cursor, Slot seekKey, long zxid) {
        if (!cursor.get(LogBlock.key(seekKey, Math.max(zxid, 0)), GetOp.MDB_SET_RANGE)) {
            return cursor.last();
        }
        return LogBlock.zxid(cursor.key()) == zxid || cursor.prev();
    }

    /**
     * Reads on from the block that may have this zxid.
     *
     * @param seekKey of the reading thread
     */
    void read(Txn<Slot> txn, Slot seekKey, long fromZxid, Reader reader) throws StoreException {
        try (Cursor<Slot> cursor = dbi.openCursor(txn)) {
            boolean more = seekFloor(cursor, seekKey, fromZxid) || cursor.first();
            while (more && reader.take(LogBlock.decode(file, cursor.key(), cursor.val()))) {
                more = cursor.next();
            }
        }
    }

    /** Removes everything after this zxid. */
    void truncate(Txn<Slot> txn, long zxid) throws StoreCorruptedException {
        try (Cursor<Slot> cursor = dbi.openCursor(txn)) {
            while (cursor.last() && LogBlock.zxid(cursor.key()) > zxid) {
                cursor.delete();
            }
        }
        LogBlock last = last(txn);
        if (last != null && last.lastZxid() > zxid) {
            last.upTo(zxid).encode(key, value);
            dbi.put(txn, key, value);
        }
    }

    void clear(Txn<Slot> txn) {
        dbi.drop(txn);
    }

    /**
     * Drops blocks at the front whose entries are all below this zxid, at most so many, never the last one.
     *
     * @return the zxid of the first entry that is left
     */
    long drop(Txn<Slot> txn, long below, int atMost) {
        try (Cursor<Slot> cursor = dbi.openCursor(txn)) {
            boolean more = cursor.first();
            long firstZxid = more ? LogBlock.zxid(cursor.key()) : 0;
            for (int i = 0; more && i < atMost; i++) {
                // The entries of a block end where the next block begins.
                more = cursor.next() && LogBlock.zxid(cursor.key()) <= below;
                if (more) {
                    firstZxid = LogBlock.zxid(cursor.key());
                    cursor.first();
                    cursor.delete();
                    cursor.first();
                }
            }
            return firstZxid;
        }
    }

    @Override
    public void close() {
        key.close();
        value.close();
    }
}
