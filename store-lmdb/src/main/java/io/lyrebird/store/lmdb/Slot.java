package io.lyrebird.store.lmdb;

import com.kenai.jffi.MemoryIO;
import io.lyrebird.store.Image;
import io.lyrebird.store.TxnLog;

/**
 * Bytes in native memory, as LMDB takes and gives them: either a place of our own that was filled, or a view of what LMDB
 * found, which is good until its transaction ends or writes.
 */
final class Slot implements AutoCloseable {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();
    private static final int KEPT_BYTES = 1 << 20;
    /** More than anything that is ever put: a key, a value and what is added to them. */
    private static final int VIEW_MAX_BYTES =
            Math.max(TxnLog.ENTRY_MAX_BYTES, Image.VALUE_MAX_BYTES) + Image.KEY_MAX_BYTES + 4096;

    private long ownAddress;
    private int ownBytes;

    private long address;
    private int length;

    /** Makes room for this many bytes of our own. */
    Slot reserve(int bytes) {
        if (bytes > ownBytes || ownBytes > KEPT_BYTES) {
            close();
            ownBytes = Math.max(bytes, 64);
            ownAddress = MEMORY.allocateMemory(ownBytes, false);
        }
        address = ownAddress;
        length = bytes;
        return this;
    }

    Slot put(int at, byte[] bytes) {
        MEMORY.putByteArray(address + at, bytes, 0, bytes.length);
        return this;
    }

    Slot set(byte[] bytes) {
        return reserve(bytes.length).put(0, bytes);
    }

    /** Becomes a view of what is there. */
    void view(long atAddress, long bytes) {
        if (bytes < 0 || bytes > VIEW_MAX_BYTES) {
            throw new DamagedPageException("a value is said to have " + bytes + " bytes");
        }
        address = atAddress;
        length = (int) bytes;
    }

    long address() {
        return address;
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return bytes(0, length);
    }

    byte[] bytes(int at, int count) {
        if (at < 0 || count < 0 || at > length - count) {
            throw new IndexOutOfBoundsException(at + " + " + count + " of " + length);
        }
        byte[] bytes = new byte[count];
        try {
            MEMORY.getByteArray(address + at, bytes, 0, count);
        } catch (InternalError e) {
            // What the JVM makes of an access to a part of the map that the file does not have.
            throw new DamagedPageException("a value of " + length + " bytes reaches beyond the end of the file", e);
        }
        return bytes;
    }

    @Override
    public void close() {
        if (ownAddress != 0) {
            MEMORY.freeMemory(ownAddress);
            ownAddress = 0;
            ownBytes = 0;
        }
    }
}
