package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.util.ArrayDeque;
import java.util.Deque;

/** Reads the log piece by piece, each in a short transaction, so that no page is kept from being used again for long. */
final class LmdbLogCursor implements TxnCursor {
    private static final int PIECE_BYTES = 256 << 10;

    private final LmdbLog log;
    private final LmdbEnvironment environment;
    private final LogTable table;
    private final Slot seekKey = new Slot();
    private final Deque<LogBlock.Entry> piece = new ArrayDeque<>();

    private final long fromZxid;
    private final long promisedZxid;
    /** The last zxid that was read, and the next one to look for. */
    private long readZxid;

    private LogBlock.Entry current;

    LmdbLogCursor(LmdbLog log, LmdbEnvironment environment, LogTable table, long fromZxid) {
        this.log = log;
        this.environment = environment;
        this.table = table;
        this.fromZxid = Math.max(fromZxid, 0);
        this.promisedZxid = log.syncedZxid();
    }

    @Override
    public boolean next() throws StoreException {
        if (piece.isEmpty()) {
            readPiece();
        }
        if (piece.isEmpty()) {
            return false;
        }
        current = piece.remove();
        return true;
    }

    private void readPiece() throws StoreException {
        long seekZxid = Math.max(fromZxid, readZxid);
        environment.read("read the log from zxid 0x" + Long.toHexString(seekZxid), txn -> {
            int[] bytes = {0};
            table.read(txn, seekKey, seekZxid, block -> {
                bytes[0] += take(block);
                return bytes[0] < PIECE_BYTES;
            });
            return null;
        });
        if (piece.isEmpty() && readZxid < promisedZxid && fromZxid <= promisedZxid) {
            throw missing(promisedZxid);
        }
    }

    /** Takes what is new of a block, and says how many bytes that is. */
    private int take(LogBlock block) throws StoreException {
        if (readZxid != 0 && block.previousZxid() > readZxid) {
            throw missing(block.previousZxid());
        }
        int bytes = 0;
        for (LogBlock.Entry entry : block.entries()) {
            if (entry.zxid() >= fromZxid && entry.zxid() > readZxid) {
                piece.add(entry);
                bytes += entry.bytes();
            }
        }
        readZxid = Math.max(readZxid, block.lastZxid());
        return bytes;
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
