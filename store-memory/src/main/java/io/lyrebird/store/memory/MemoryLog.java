package io.lyrebird.store.memory;

import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

final class MemoryLog implements TxnLog {
    private final ConcurrentNavigableMap<Long, byte[]> entries = new ConcurrentSkipListMap<>();
    private volatile long lastZxid;
    /** Every entry below it has been dropped; raised before the first of them goes, so that a cursor can tell. */
    private volatile long droppedBelow;

    @Override
    public void append(long zxid, byte[] txn) {
        Limits.checkAppend(lastZxid, zxid, txn);
        entries.put(zxid, txn);
        lastZxid = zxid;
    }

    @Override
    public void sync() {}

    @Override
    public long firstZxid() {
        Map.Entry<Long, byte[]> first = entries.firstEntry();
        return first == null ? 0 : first.getKey();
    }

    @Override
    public long lastZxid() {
        return lastZxid;
    }

    @Override
    public TxnCursor read(long fromZxid) {
        return new Cursor(fromZxid);
    }

    @Override
    public void truncateAfter(long zxid) {
        entries.tailMap(zxid, false).clear();
        Map.Entry<Long, byte[]> last = entries.lastEntry();
        lastZxid = last == null ? 0 : last.getKey();
        droppedBelow = Math.min(droppedBelow, lastZxid);
    }

    @Override
    public void dropBefore(long zxid) {
        long below = Math.min(zxid, lastZxid);
        if (below > droppedBelow) {
            droppedBelow = below;
            entries.headMap(below, false).clear();
        }
    }

    private final class Cursor implements TxnCursor {
        /** Everything up to here has been read, or was not wanted. */
        private long readTo;

        private long zxid;
        private byte[] txn;

        Cursor(long fromZxid) {
            readTo = Math.max(Math.max(fromZxid, droppedBelow), 1) - 1;
        }

        @Override
        public boolean next() throws StoreException {
            Map.Entry<Long, byte[]> entry = entries.higherEntry(readTo);
            if (droppedBelow - 1 > readTo) {
                throw new StoreException("the log was dropped before 0x" + Long.toHexString(droppedBelow)
                        + " while it was read at 0x" + Long.toHexString(readTo));
            }
            if (entry == null) {
                return false;
            }
            zxid = entry.getKey();
            txn = entry.getValue();
            readTo = zxid;
            return true;
        }

        @Override
        public long zxid() {
            return zxid;
        }

        @Override
        public byte[] txn() {
            return txn.clone();
        }

        @Override
        public void close() {}
    }
}
