package io.lyrebird.store;

/**
 * The image: a map from keys to values that is always exactly the state at one zxid.
 *
 * <p>One thread at a time applies, syncs and replaces; {@link #zxid}, {@link #durableZxid} and {@link #scan} may be called by
 * any thread at any time. Work on the image never makes {@link TxnLog#sync} or {@link Registers#put} wait.
 */
public interface Image {
    /** The longest key an engine has to take. The shortest has one byte. */
    int KEY_MAX_BYTES = 4 << 20;

    /** The largest value an engine has to take. The smallest is empty. */
    int VALUE_MAX_BYTES = 256 << 20;

    /** The zxid whose state this is; 0 at first. */
    long zxid();

    /**
     * The zxid that the image has at least after a crash at this moment. The log entries after it must not be dropped.
     * It moves with {@link #sync} and {@link ImageReplacement#commit}, and with some engines by itself.
     */
    long durableZxid();

    /**
     * Makes these changes and takes this zxid, at once: no scan and no restart ever sees one without the other, or some of
     * the changes. Durability may lag. After a crash the image is exactly as it was after some earlier {@code apply} (or
     * {@code replace}), and {@link #zxid} says which.
     *
     * @param newZxid not less than {@link #zxid}
     */
    void apply(ImageBatch changes, long newZxid) throws StoreException;

    /** Returns when {@link #durableZxid} has come up to {@link #zxid}. */
    void sync() throws StoreException;

    /**
     * Begins a new image that takes the place of this one, whatever it holds, when it is committed. Until then, and after a
     * crash before that, this one stays. Nothing may be applied meanwhile.
     *
     * @param newZxid the zxid of the new image; it may be lower than the current one
     */
    ImageReplacement replace(long newZxid) throws StoreException;

    /** Reads the whole image as it is now, in ascending order of the keys' unsigned bytes, whatever is applied meanwhile. */
    ImageCursor scan() throws StoreException;
}
