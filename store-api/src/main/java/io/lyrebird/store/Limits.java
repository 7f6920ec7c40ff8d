package io.lyrebird.store;

/** The bounds of the SPI, checked the same way by every engine, before anything changes. */
public final class Limits {
    private Limits() {}

    public static void checkKey(byte[] key) {
        if (key.length == 0 || key.length > Image.KEY_MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a key has " + key.length + " bytes; it must have between 1 and " + Image.KEY_MAX_BYTES);
        }
    }

    public static void checkValue(byte[] value) {
        if (value.length > Image.VALUE_MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a value has " + value.length + " bytes; it must have at most " + Image.VALUE_MAX_BYTES);
        }
    }

    public static void checkAppend(long lastZxid, long zxid, byte[] txn) {
        if (zxid <= lastZxid || zxid <= 0) {
            throw new IllegalArgumentException("zxid 0x" + Long.toHexString(zxid)
                    + " cannot be appended: the last one is 0x" + Long.toHexString(lastZxid));
        }
        if (txn.length > TxnLog.ENTRY_MAX_BYTES) {
            throw new IllegalArgumentException("the entry of zxid 0x" + Long.toHexString(zxid) + " has " + txn.length
                    + " bytes; it must have at most " + TxnLog.ENTRY_MAX_BYTES);
        }
    }

    public static void checkApply(long imageZxid, long newZxid) {
        if (newZxid < imageZxid) {
            throw new IllegalArgumentException("the image is at zxid 0x" + Long.toHexString(imageZxid)
                    + " and cannot go back to 0x" + Long.toHexString(newZxid) + " by apply");
        }
    }
}
