package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.file.FileLog;

/**
 * What can be configured, under {@code lyrebird.lmdb.}
 *
 * @param mapBytes {@code map}: the address space that is reserved for the image at first; it grows by itself
 * @param gatherBytes {@code image.gather}: changes to the image that are gathered in the heap before they are written
 * @param logSizes {@code log.segment}: the greatest size of a file of the log
 */
record LmdbSettings(long mapBytes, long gatherBytes, FileLog.Sizes logSizes) {
    private static final String PREFIX = "lyrebird.lmdb.";
    private static final long MIB = 1 << 20;

    static LmdbSettings from(StoreConfig config) {
        long segment =
                config.longOption(PREFIX + "log.segment", FileLog.Sizes.DEFAULT.maxBytes(), 64 << 10, 1024 * MIB);
        return new LmdbSettings(
                config.longOption(PREFIX + "map", 4096 * MIB, MIB, 16L * 1024 * 1024 * MIB),
                config.longOption(PREFIX + "image.gather", 4 * MIB, 0, 1024 * MIB),
                new FileLog.Sizes(Math.min(segment, FileLog.Sizes.DEFAULT.firstBytes()), segment));
    }
}
