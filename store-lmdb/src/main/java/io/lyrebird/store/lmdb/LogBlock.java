package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A row of the log's table: several entries that were appended together, or one that is large. Fewer rows cost less, and two
 * full blocks fill a page of LMDB's without spilling over to others. The key is the first zxid; the value is a checksum over
 * all of it, the zxid of the entry before, so that none can be missing unnoticed, and the entries.
 */
final class LogBlock {
    /** An entry; the array is not copied. */
    record Entry(long zxid, byte[] txn) {
        int bytes() {
            return Long.BYTES + Integer.BYTES + txn.length;
        }
    }

    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;
    /** Two rows of this size, with what LMDB adds to them, are what a page can hold. */
    private static final int MAX_BYTES = 2020;

    private final long previousZxid;
    private final List<Entry> entries;

    LogBlock(long previousZxid, List<Entry> entries) {
        this.previousZxid = previousZxid;
        this.entries = entries;
    }

    /** Packs entries into as few blocks as possible. */
    static List<LogBlock> pack(long previousZxid, List<Entry> entries) {
        List<LogBlock> blocks = new ArrayList<>();
        int from = 0;
        long before = previousZxid;
        int bytes = HEADER_BYTES;
        for (int i = 0; i < entries.size(); i++) {
            int more = entries.get(i).bytes();
            if (i > from && bytes + more > MAX_BYTES) {
                blocks.add(new LogBlock(before, entries.subList(from, i)));
                before = entries.get(i - 1).zxid();
                from = i;
                bytes = HEADER_BYTES;
            }
            bytes += more;
        }
        if (from < entries.size()) {
            blocks.add(new LogBlock(before, entries.subList(from, entries.size())));
        }
        return blocks;
    }

    long firstZxid() {
        return entries.get(0).zxid();
    }

    long lastZxid() {
        return entries.get(entries.size() - 1).zxid();
    }

    long previousZxid() {
        return previousZxid;
    }

    List<Entry> entries() {
        return entries;
    }

    /** Without the entries after this zxid, or null if none is left. */
    LogBlock upTo(long zxid) {
        List<Entry> kept =
                entries.stream().filter(entry -> entry.zxid() <= zxid).toList();
        return kept.isEmpty() ? null : new LogBlock(previousZxid, kept);
    }

    void encode(Slot key, Slot value) {
        key(key, firstZxid());
        int bytes = HEADER_BYTES;
        for (Entry entry : entries) {
            bytes += entry.bytes();
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        buffer.putInt(0).putLong(previousZxid);
        for (Entry entry : entries) {
            buffer.putLong(entry.zxid()).putInt(entry.txn().length).put(entry.txn());
        }
        buffer.putInt(0, checksum(firstZxid(), buffer.array()));
        value.set(buffer.array());
    }

    /** The block that a cursor stands on, with its checksum verified. */
    static LogBlock decode(Path file, Slot key, Slot value) throws StoreCorruptedException {
        if (key.length() != Long.BYTES || value.length() < HEADER_BYTES) {
            throw new StoreCorruptedException("the log is damaged: in " + file + " a row has a key of " + key.length()
                    + " bytes and a value of " + value.length());
        }
        long zxid = zxid(key);
        byte[] bytes = value.bytes();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (buffer.getInt() != checksum(zxid, bytes)) {
            throw damaged(file, zxid);
        }
        long previousZxid = buffer.getLong();
        List<Entry> entries = new ArrayList<>();
        try {
            while (buffer.hasRemaining()) {
                long entryZxid = buffer.getLong();
                byte[] txn = new byte[Math.min(buffer.getInt(), buffer.remaining())];
                buffer.get(txn);
                entries.add(new Entry(entryZxid, txn));
            }
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw damaged(file, zxid);
        }
        if (entries.isEmpty()) {
            throw damaged(file, zxid);
        }
        return new LogBlock(previousZxid, entries);
    }

    private static StoreCorruptedException damaged(Path file, long zxid) {
        return new StoreCorruptedException("the log is damaged: in " + file + " the entries from zxid 0x"
                + Long.toHexString(zxid) + " on do not match their checksum");
    }

    static Slot key(Slot key, long zxid) {
        return key.set(ByteBuffer.allocate(Long.BYTES).putLong(zxid).array());
    }

    static long zxid(Slot key) {
        return ByteBuffer.wrap(key.bytes()).getLong();
    }

    private static int checksum(long zxid, byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(zxid).flip());
        crc.update(value, Integer.BYTES, value.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
