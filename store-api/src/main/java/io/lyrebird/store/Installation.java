package io.lyrebird.store;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A new image that makes the whole log obsolete, as when a leader sends a snapshot. Image and log are separate parts and do
 * not change in one step; so a register says beforehand that the log goes with the commit of the image, and whoever opens the
 * store after a crash in between completes it. Neither an image with the log of another history nor a loss of both is ever
 * seen.
 */
final class Installation implements ImageReplacement {
    /** Holds the zxid of the image whose commit makes the log obsolete; empty when there is none on its way. */
    private static final String REGISTER = "lyrebird.store.installing";

    private static final byte[] NONE = {};

    private final Store store;
    private final long newZxid;
    private final ImageReplacement replacement;

    private Installation(Store store, long newZxid, ImageReplacement replacement) {
        this.store = store;
        this.newZxid = newZxid;
        this.replacement = replacement;
    }

    static ImageReplacement begin(Store store, long newZxid) throws StoreException {
        return new Installation(store, newZxid, store.image().replace(newZxid));
    }

    /** Completes what a crash interrupted. */
    static void recover(Store store) throws StoreException {
        byte[] announced = store.registers().get(REGISTER).orElse(NONE);
        if (announced.length != Long.BYTES) {
            return;
        }
        if (store.image().zxid() == ByteBuffer.wrap(announced).getLong()) {
            store.log().truncateAfter(0);
        }
        store.registers().put(REGISTER, NONE);
    }

    @Override
    public void put(byte[] key, byte[] value) throws StoreException {
        replacement.put(key, value);
    }

    @Override
    public void commit() throws StoreException {
        // With the same zxid the image does not tell whether it was replaced; but then it is the same state, and a log
        // that
        // stays after a crash is what it would have been if the crash had come earlier.
        boolean announce = store.image().zxid() != newZxid;
        if (announce) {
            byte[] zxidBytes = ByteBuffer.allocate(Long.BYTES).putLong(newZxid).array();
            store.registers().putAll(Map.of(REGISTER, zxidBytes));
        }
        replacement.commit();
        store.log().truncateAfter(0);
        if (announce) {
            store.registers().put(REGISTER, NONE);
        }
    }

    @Override
    public void close() throws StoreException {
        replacement.close();
    }
}
