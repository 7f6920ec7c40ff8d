package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreCorruptedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * An entry of the image in its table. The value is a checksum over key and value, and the value. LMDB's keys have at most 511
 * bytes; a longer one is stored under its first bytes and a digest of the whole, with the whole key in front of the value.
 * Such entries come after those that are not longer than their common beginning and before everything else, as they should;
 * among themselves the cursor puts them in order.
 */
final class ImageEntry {
    static final int HEADER_BYTES = Integer.BYTES;
    static final int LONG_KEY_BYTES = 511;

    private static final int DIGEST_BYTES = 16;
    /** The longest key that is stored as it is, and the length of what long ones have in common. */
    static final int SHORT_MAX_BYTES = LONG_KEY_BYTES - DIGEST_BYTES;

    private static final int SHOWN_BYTES = 64;

    private final byte[] key;
    private final byte[] value;
    private final int checksum;

    ImageEntry(byte[] key, byte[] value) {
        this.key = key;
        this.value = value;
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(key.length).flip());
        crc.update(key);
        crc.update(value);
        this.checksum = (int) crc.getValue();
    }

    byte[] key() {
        return key;
    }

    byte[] value() {
        return value;
    }

    int checksum() {
        return checksum;
    }

    static byte[] tableKey(byte[] key) {
        if (key.length <= SHORT_MAX_BYTES) {
            return key;
        }
        byte[] tableKey = Arrays.copyOf(key, LONG_KEY_BYTES);
        System.arraycopy(digest(key), 0, tableKey, SHORT_MAX_BYTES, DIGEST_BYTES);
        return tableKey;
    }

    static boolean isLong(Slot tableKey) {
        return tableKey.length() == LONG_KEY_BYTES;
    }

    private static byte[] digest(byte[] key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    void encode(Slot slot) {
        boolean isLong = key.length > SHORT_MAX_BYTES;
        int valueAt = HEADER_BYTES + (isLong ? Integer.BYTES + key.length : 0);
        byte[] header = ByteBuffer.allocate(HEADER_BYTES + (isLong ? Integer.BYTES : 0))
                .putInt(checksum)
                .array();
        if (isLong) {
            ByteBuffer.wrap(header).putInt(HEADER_BYTES, key.length);
        }
        slot.reserve(valueAt + value.length).put(0, header).put(valueAt, value);
        if (isLong) {
            slot.put(HEADER_BYTES + Integer.BYTES, key);
        }
    }

    /** The entry that a cursor stands on, with its checksum verified. */
    static ImageEntry decode(Path file, long zxid, Slot tableKey, Slot slot) throws StoreCorruptedException {
        byte[] key = tableKey.bytes();
        int valueAt = HEADER_BYTES;
        if (isLong(tableKey) && slot.length() >= HEADER_BYTES + Integer.BYTES) {
            int keyBytes =
                    ByteBuffer.wrap(slot.bytes(HEADER_BYTES, Integer.BYTES)).getInt();
            if (keyBytes > SHORT_MAX_BYTES && keyBytes <= slot.length() - HEADER_BYTES - Integer.BYTES) {
                key = slot.bytes(HEADER_BYTES + Integer.BYTES, keyBytes);
                valueAt += Integer.BYTES + keyBytes;
            }
        }
        if (slot.length() >= valueAt) {
            ImageEntry entry = new ImageEntry(key, slot.bytes(valueAt, slot.length() - valueAt));
            if (entry.checksum == ByteBuffer.wrap(slot.bytes(0, HEADER_BYTES)).getInt()) {
                return entry;
            }
        }
        throw new StoreCorruptedException("the image at zxid 0x" + Long.toHexString(zxid) + " is damaged: in " + file
                + " the entry of the key " + show(key) + " does not match its checksum");
    }

    /** A key as text if it is one, else in hexadecimal; not all of it if it is long. */
    static String show(byte[] key) {
        byte[] shown = key.length > SHOWN_BYTES ? Arrays.copyOf(key, SHOWN_BYTES) : key;
        for (byte b : shown) {
            if (b < ' ' || b > '~') {
                return "0x" + HexFormat.of().formatHex(shown);
            }
        }
        return "\"" + new String(shown, StandardCharsets.US_ASCII) + "\"";
    }
}
