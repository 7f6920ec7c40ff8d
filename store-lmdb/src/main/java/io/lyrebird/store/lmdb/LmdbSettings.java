package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreConfig;

/**
 * What can be configured, under {@code lyrebird.lmdb.}
 *
 * @param mapBytes {@code map}: the address space that each of the two environments reserves at first; it grows by itself
 * @param gatherBytes {@code image.gather}: changes to the image that are gathered in the heap before they are written
 */
record LmdbSettings(long mapBytes, long gatherBytes) {
    private static final String PREFIX = "lyrebird.lmdb.";
    private static final long MIB = 1 << 20;

    static LmdbSettings from(StoreConfig config) {
        return new LmdbSettings(
                config.longOption(PREFIX + "map", 4096 * MIB, MIB, 16L * 1024 * 1024 * MIB),
                config.longOption(PREFIX + "image.gather", 4 * MIB, 0, 1024 * MIB));
    }
}
