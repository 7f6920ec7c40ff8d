package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.lmdbjava.Dbi;
import org.lmdbjava.Txn;

/**
 * What is known of the image, written in the same transaction as its entries. LMDB has no checksums; so beside that of each
 * entry there is the number of entries and a sum over all of them, and a scan that does not come to the same has missed one.
 *
 * @param table which of the two tables it is
 */
record ImageState(int table, long zxid, long entries, long sum) {
    private static final byte[] KEY = "state".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = Integer.BYTES + 3 * Long.BYTES;

    ImageState in(int otherTable) {
        return new ImageState(otherTable, zxid, entries, sum);
    }

    ImageState at(long newZxid) {
        return new ImageState(table, newZxid, entries, sum);
    }

    ImageState with(int checksum) {
        return new ImageState(table, zxid, entries + 1, sum + spread(checksum));
    }

    ImageState without(int checksum) {
        return new ImageState(table, zxid, entries - 1, sum - spread(checksum));
    }

    /** So that no sum of a few checksums is likely to equal that of others (the finalizer of SplitMix64). */
    private static long spread(int checksum) {
        long z = (checksum & 0xffff_ffffL) + 0x9e37_79b9_7f4a_7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return z ^ (z >>> 31);
    }

    void write(Txn<Slot> txn, Dbi<Slot> stateTable, Slot key, Slot value) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES + Integer.BYTES);
        bytes.putInt(table).putLong(zxid).putLong(entries).putLong(sum);
        bytes.putInt(checksum(bytes.array()));
        stateTable.put(txn, key.set(KEY), value.set(bytes.array()));
    }

    static ImageState read(Path file, Txn<Slot> txn, Dbi<Slot> stateTable, Slot key) throws StoreCorruptedException {
        Slot found = stateTable.get(txn, key.set(KEY));
        if (found == null) {
            throw new StoreCorruptedException("the image is damaged: in " + file + " its state is missing");
        }
        byte[] bytes = found.bytes();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length != BYTES + Integer.BYTES || buffer.getInt(BYTES) != checksum(bytes)) {
            throw new StoreCorruptedException(
                    "the image is damaged: in " + file + " its state does not match its checksum");
        }
        return new ImageState(buffer.getInt(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, BYTES);
        return (int) crc.getValue();
    }
}
