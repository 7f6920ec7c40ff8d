package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;

/** Reads the log piece by piece, each in a short transaction, so that no page is kept from being used again for long. */
final class LmdbLogCursor implements TxnCursor {
    private static final int PIECE_ENTRIES = 512;
    private static final long PIECE_BYTES = 256 << 10;

    private final LmdbLog log;
    private final LmdbEnvironment environment;
    private final Dbi<Slot> table;
    private final Slot seekKey = new Slot();
    private final Deque<LogEntry> piece = new ArrayDeque<>();

    private final long fromZxid;
    private final long promisedZxid;
    private long readZxid;
    private LogEntry current;

    LmdbLogCursor(LmdbLog log, LmdbEnvironment environment, Dbi<Slot> table, long fromZxid) {
        this.log = log;
        this.environment = environment;
        this.table = table;
        this.fromZxid = Math.max(fromZxid, 0);
        this.promisedZxid = log.syncedZxid();
    }

    @Override
    public boolean next() throws StoreException {
        if (piece.isEmpty() && !readPiece()) {
            return false;
        }
        LogEntry next = piece.remove();
        if (readZxid != 0 && next.previousZxid() != readZxid) {
            throw missing(next.previousZxid());
        }
        readZxid = next.zxid();
        current = next;
        return true;
    }

    private boolean readPiece() throws StoreException {
        if (readZxid == Long.MAX_VALUE) {
            return false;
        }
        long seekZxid = readZxid == 0 ? fromZxid : readZxid + 1;
        environment.read("read the log from zxid 0x" + Long.toHexString(seekZxid), txn -> {
            try (Cursor<Slot> cursor = table.openCursor(txn)) {
                boolean more = cursor.get(LogEntry.key(seekKey, seekZxid), GetOp.MDB_SET_RANGE);
                long bytes = 0;
                while (more && piece.size() < PIECE_ENTRIES && bytes < PIECE_BYTES) {
                    LogEntry entry = LogEntry.decode(environment.file(), cursor.key(), cursor.val());
                    piece.add(entry);
                    bytes += entry.txn().length;
                    more = cursor.next();
                }
            }
            return null;
        });
        if (piece.isEmpty() && readZxid < promisedZxid && fromZxid <= promisedZxid) {
            throw missing(promisedZxid);
        }
        return !piece.isEmpty();
    }

    private StoreException missing(long zxid) {
        if (log.dropBelow() > readZxid + 1) {
            return new StoreException("the log was dropped before zxid 0x" + Long.toHexString(log.dropBelow())
                    + " while it was read at 0x" + Long.toHexString(readZxid));
        }
        return new StoreCorruptedException("the log is damaged: in " + environment.file() + " the entry of zxid 0x"
                + Long.toHexString(zxid) + " is missing after 0x" + Long.toHexString(readZxid));
    }

    @Override
    public long zxid() {
        return current.zxid();
    }

    @Override
    public byte[] txn() {
        return current.txn();
    }

    @Override
    public void close() {
        seekKey.close();
        piece.clear();
    }
}
