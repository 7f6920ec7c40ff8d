package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * An entry of the log in its table. The key is the zxid; the value is a checksum over all of it, the zxid of the entry before
 * it, so that none can be missing unnoticed, and the bytes.
 */
final class LogEntry {
    static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

    private final long zxid;
    private final long previousZxid;
    private final byte[] txn;

    LogEntry(long zxid, long previousZxid, byte[] txn) {
        this.zxid = zxid;
        this.previousZxid = previousZxid;
        this.txn = txn;
    }

    long zxid() {
        return zxid;
    }

    long previousZxid() {
        return previousZxid;
    }

    byte[] txn() {
        return txn;
    }

    void encode(Slot key, Slot value) {
        key(key, zxid);
        byte[] header = ByteBuffer.allocate(HEADER_BYTES)
                .putInt(checksum())
                .putLong(previousZxid)
                .array();
        value.reserve(HEADER_BYTES + txn.length).put(0, header).put(HEADER_BYTES, txn);
    }

    /** The entry that a cursor stands on, with its checksum verified. */
    static LogEntry decode(Path file, Slot key, Slot value) throws StoreCorruptedException {
        if (key.length() != Long.BYTES || value.length() < HEADER_BYTES) {
            throw new StoreCorruptedException("the log is damaged: in " + file + " an entry has a key of "
                    + key.length() + " bytes and a value of " + value.length());
        }
        ByteBuffer header = ByteBuffer.wrap(value.bytes(0, HEADER_BYTES));
        int checksum = header.getInt();
        LogEntry entry =
                new LogEntry(zxid(key), header.getLong(), value.bytes(HEADER_BYTES, value.length() - HEADER_BYTES));
        if (checksum != entry.checksum()) {
            throw new StoreCorruptedException("the log is damaged: in " + file + " the entry of zxid 0x"
                    + Long.toHexString(entry.zxid) + " does not match its checksum");
        }
        return entry;
    }

    static Slot key(Slot key, long zxid) {
        return key.set(ByteBuffer.allocate(Long.BYTES).putLong(zxid).array());
    }

    static long zxid(Slot key) {
        return ByteBuffer.wrap(key.bytes()).getLong();
    }

    private int checksum() {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(zxid)
                .putLong(previousZxid)
                .flip());
        crc.update(txn);
        return (int) crc.getValue();
    }
}
