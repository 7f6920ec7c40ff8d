package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.lmdbjava.Dbi;
import org.lmdbjava.Txn;

/** One table of the image. */
final class ImageTable implements AutoCloseable {
    private final Path file;
    private final Dbi<Slot> dbi;
    private final Slot key = new Slot();
    private final Slot value = new Slot();

    ImageTable(Path file, Dbi<Slot> dbi) {
        this.file = file;
        this.dbi = dbi;
    }

    Dbi<Slot> dbi() {
        return dbi;
    }

    long count(Txn<Slot> txn) {
        return dbi.stat(txn).entries;
    }

    void clear(Txn<Slot> txn) {
        dbi.drop(txn);
    }

    /** Makes these changes, and gives the state with what they add and take away. */
    ImageState write(Txn<Slot> txn, Map<byte[], byte[]> changes, ImageState state) throws StoreCorruptedException {
        ImageState next = state;
        for (Map.Entry<byte[], byte[]> change : changes.entrySet()) {
            key.set(ImageEntry.tableKey(change.getKey()));
            Slot old = dbi.get(txn, key);
            if (old != null) {
                next = next.without(oldChecksum(old, change.getKey()));
            }
            if (change.getValue() != null) {
                ImageEntry entry = new ImageEntry(change.getKey(), change.getValue());
                entry.encode(value);
                dbi.put(txn, key, value);
                next = next.with(entry.checksum());
            } else if (old != null) {
                dbi.delete(txn, key);
            }
        }
        return next;
    }

    private int oldChecksum(Slot old, byte[] changedKey) throws StoreCorruptedException {
        if (old.length() < ImageEntry.HEADER_BYTES) {
            throw new StoreCorruptedException("the image is damaged: in " + file + " the value of the key "
                    + ImageEntry.show(changedKey) + " is cut short");
        }
        return ByteBuffer.wrap(old.bytes(0, ImageEntry.HEADER_BYTES)).getInt();
    }

    @Override
    public void close() {
        key.close();
        value.close();
    }
}
