package io.lyrebird.store;

import java.util.ArrayList;
import java.util.List;

/** Changes to the image that belong together. Where a key comes twice, the last change counts. Not for several threads. */
public final class ImageBatch {
    /** What an engine does with each change, in the order in which they were made. */
    public interface Visitor {
        void put(byte[] key, byte[] value) throws StoreException;

        void delete(byte[] key) throws StoreException;
    }

    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();
    private long bytes;

    /** Sets the value of a key, new or not. The arrays belong to the batch now. */
    public ImageBatch put(byte[] key, byte[] value) {
        Limits.checkKey(key);
        Limits.checkValue(value);
        keys.add(key);
        values.add(value);
        bytes += key.length + value.length;
        return this;
    }

    /** Removes a key; it is no mistake if it is not there. */
    public ImageBatch delete(byte[] key) {
        Limits.checkKey(key);
        keys.add(key);
        values.add(null);
        bytes += key.length;
        return this;
    }

    public int size() {
        return keys.size();
    }

    /** The sum of the lengths of all keys and values, for a caller that wants to bound it. */
    public long bytes() {
        return bytes;
    }

    public void forEach(Visitor visitor) throws StoreException {
        for (int i = 0; i < keys.size(); i++) {
            byte[] value = values.get(i);
            if (value == null) {
                visitor.delete(keys.get(i));
            } else {
                visitor.put(keys.get(i), value);
            }
        }
    }
}
