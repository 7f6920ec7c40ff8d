package io.lyrebird.store.memory;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

final class MemoryImage implements Image {
    private NavigableMap<byte[], byte[]> entries = emptyMap();
    private long zxid;

    private static NavigableMap<byte[], byte[]> emptyMap() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }

    @Override
    public synchronized long zxid() {
        return zxid;
    }

    @Override
    public long durableZxid() {
        return zxid();
    }

    @Override
    public synchronized void apply(ImageBatch changes, long newZxid) throws StoreException {
        Limits.checkApply(zxid, newZxid);
        changes.forEach(new ImageBatch.Visitor() {
            @Override
            public void put(byte[] key, byte[] value) {
                entries.put(key, value);
            }

            @Override
            public void delete(byte[] key) {
                entries.remove(key);
            }
        });
        zxid = newZxid;
    }

    @Override
    public void sync() {}

    @Override
    public ImageReplacement replace(long newZxid) {
        return new Replacement(newZxid);
    }

    private synchronized void become(NavigableMap<byte[], byte[]> newEntries, long newZxid) {
        entries = newEntries;
        zxid = newZxid;
    }

    /** Copies the references of the whole map: this engine trades the speed of a scan for its simplicity. */
    @Override
    public synchronized ImageCursor scan() {
        int size = entries.size();
        byte[][] keys = entries.keySet().toArray(new byte[size][]);
        byte[][] values = entries.values().toArray(new byte[size][]);
        return new Cursor(zxid, keys, values);
    }

    private final class Replacement implements ImageReplacement {
        private final NavigableMap<byte[], byte[]> newEntries = emptyMap();
        private final long newZxid;
        private boolean finished;

        Replacement(long newZxid) {
            this.newZxid = newZxid;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            Limits.checkKey(key);
            Limits.checkValue(value);
            checkUnfinished();
            newEntries.put(key, value);
        }

        @Override
        public void commit() {
            checkUnfinished();
            finished = true;
            become(newEntries, newZxid);
        }

        private void checkUnfinished() {
            if (finished) {
                throw new IllegalStateException("the replacement is finished");
            }
        }

        @Override
        public void close() {
            finished = true;
        }
    }

    private static final class Cursor implements ImageCursor {
        private final long zxid;
        private final byte[][] keys;
        private final byte[][] values;
        private int at = -1;

        Cursor(long zxid, byte[][] keys, byte[][] values) {
            this.zxid = zxid;
            this.keys = keys;
            this.values = values;
        }

        @Override
        public long zxid() {
            return zxid;
        }

        @Override
        public boolean next() {
            at++;
            return at < keys.length;
        }

        @Override
        public byte[] key() {
            return keys[at].clone();
        }

        @Override
        public byte[] value() {
            return values[at].clone();
        }

        @Override
        public void close() {}
    }
}
