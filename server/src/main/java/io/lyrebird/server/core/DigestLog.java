package io.lyrebird.server.core;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The digest of the tree at every 128th zxid of late, by which operators compare servers (DataTree.logZxidDigest). */
public final class DigestLog {
    static final int INTERVAL = 128;
    static final int ENTRIES_MAX = 1024;

    /** The digest of the tree when this zxid had been applied. */
    public record Entry(long zxid, long digest) {}

    private final Deque<Entry> entries = new ArrayDeque<>();

    void applied(long zxid, long digest) {
        if (zxid % INTERVAL != 0) {
            return;
        }
        entries.add(new Entry(zxid, digest));
        if (entries.size() > ENTRIES_MAX) {
            entries.poll();
        }
    }

    /** The oldest first. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }
}
