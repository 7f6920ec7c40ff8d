package io.lyrebird.store;

/**
 * The transaction log: entries of opaque bytes under strictly ascending zxids, which need not be contiguous.
 *
 * <p>One thread at a time appends, syncs, truncates and drops; {@link #firstZxid}, {@link #lastZxid} and {@link #read} may be
 * called by any thread at any time.
 */
public interface TxnLog {
    /** The largest entry an engine has to take. */
    int ENTRY_MAX_BYTES = 256 << 20;

    /**
     * Takes one more entry. It may wait in memory until {@link #sync}; the array belongs to the log from now on.
     *
     * @param zxid greater than zero and than {@link #lastZxid}
     * @throws IllegalArgumentException if it is not, or if the entry is too large; nothing has changed then
     */
    void append(long zxid, byte[] txn) throws StoreException;

    /**
     * Returns when everything appended is on the disk. If it throws, some of what was appended since the last sync may be
     * there after a restart (always a prefix), and the store refuses everything further.
     */
    void sync() throws StoreException;

    /** The zxid of the oldest entry, or 0 if the log is empty. */
    long firstZxid();

    /** The zxid of the newest entry, synced or not, or 0 if the log is empty. */
    long lastZxid();

    /**
     * Reads the entries whose zxid is at least this one, in order. The cursor delivers everything that was synced when it
     * was opened, and may go on with what is synced later; never an entry that is not followed by all before it. Entries
     * may be appended and dropped meanwhile: a cursor that comes to a place that has been dropped throws a
     * {@link StoreException}, it never skips. A cursor that was opened before a truncation must not be used after it.
     */
    TxnCursor read(long fromZxid) throws StoreException;

    /**
     * Removes every entry with a greater zxid, durably on return; with 0 all of them. After a crash on the way some of those
     * may still be there (a prefix, as always). What was appended and not synced counts as appended. The next entry may have
     * any zxid greater than the last one that is left.
     */
    void truncateAfter(long zxid) throws StoreException;

    /**
     * Allows the engine to forget the entries with a smaller zxid. It may keep some of them if that is cheaper, and always
     * keeps the newest entry, so that {@link #lastZxid} never goes back.
     *
     * <p>The caller has made sure that the image can do without them: {@code zxid <= image.durableZxid() + 1}.
     */
    void dropBefore(long zxid) throws StoreException;
}
