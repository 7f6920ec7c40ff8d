package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.file.FileLog;

/**
 * What can be configured, under {@code lyrebird.rocksdb.}
 *
 * @param writeBufferBytes {@code image.write.buffer}: changes to the image that are gathered in native memory before they are
 *     written out; at most two and a half times as much is used while that happens
 * @param cacheBytes {@code image.cache}: blocks and indexes of the image that are kept in native memory
 * @param logSizes {@code log.segment}: the greatest size of a file of the log
 */
record RocksSettings(long writeBufferBytes, long cacheBytes, FileLog.Sizes logSizes) {
    private static final String PREFIX = "lyrebird.rocksdb.";
    private static final long MIB = 1 << 20;

    static RocksSettings from(StoreConfig config) {
        long segment =
                config.longOption(PREFIX + "log.segment", FileLog.Sizes.DEFAULT.maxBytes(), 64 << 10, 1024 * MIB);
        return new RocksSettings(
                config.longOption(PREFIX + "image.write.buffer", 32 * MIB, MIB, 4096 * MIB),
                config.longOption(PREFIX + "image.cache", 16 * MIB, MIB, 1024 * 1024 * MIB),
                new FileLog.Sizes(Math.min(segment, FileLog.Sizes.DEFAULT.firstBytes()), segment));
    }
}
