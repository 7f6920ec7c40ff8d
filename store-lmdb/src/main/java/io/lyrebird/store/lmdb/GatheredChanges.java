package io.lyrebird.store.lmdb;

import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.StoreException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Changes that wait to be written, in the order of their keys, which is the order in which LMDB writes fastest. */
final class GatheredChanges {
    private static final int OVERHEAD_BYTES = 100;

    /** A null value means that the key goes. */
    private final NavigableMap<byte[], byte[]> changes = new TreeMap<>(Arrays::compareUnsigned);

    private long bytes;

    void add(ImageBatch batch) throws StoreException {
        batch.forEach(new ImageBatch.Visitor() {
            @Override
            public void put(byte[] key, byte[] value) {
                set(key, value);
            }

            @Override
            public void delete(byte[] key) {
                set(key, null);
            }
        });
    }

    void set(byte[] key, byte[] value) {
        changes.put(key, value);
        bytes += OVERHEAD_BYTES + key.length + (value == null ? 0 : value.length);
    }

    NavigableMap<byte[], byte[]> changes() {
        return changes;
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    /** About what they take of the heap; a key that was changed twice counts twice. */
    long bytes() {
        return bytes;
    }

    void clear() {
        changes.clear();
        bytes = 0;
    }
}
