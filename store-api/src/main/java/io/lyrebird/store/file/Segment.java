package io.lyrebird.store.file;

import java.nio.file.Path;

/** One file of the log, as writer and readers share it. */
final class Segment {
    private static final String PREFIX = "txns-";

    final Path path;
    final Groups.SegmentHeader header;

    /** The last zxid in this segment that is synced; the previous segment's last one while there is none. */
    volatile long syncedZxid;

    /** Nothing will be written to it any more; set after the last change of {@link #syncedZxid}. */
    volatile boolean sealed;

    Segment(Path path, Groups.SegmentHeader header) {
        this.path = path;
        this.header = header;
        this.syncedZxid = header.previousZxid();
    }

    static Path path(Path folder, long number) {
        return folder.resolve(PREFIX + String.format("%010d", number));
    }

    /** The number in a file's name, or -1 if it is not a segment's. */
    static long number(Path path) {
        String name = path.getFileName().toString();
        if (!name.matches(PREFIX + "[0-9]{10,18}")) {
            return -1;
        }
        return Long.parseLong(name.substring(PREFIX.length()));
    }
}
