package io.lyrebird.server.boot;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.zab.Zxid;
import java.util.concurrent.TimeUnit;

/**
 * How much of the log stays behind the image, for followers that come back and for people who want to look. Start-up never
 * needs it.
 *
 * @param txnsKept of the current epoch; while it has fewer, those of earlier epochs stay too
 * @param epochsKept earlier epochs that stay in any case at most
 * @param intervalMs how often the log is cut at least; it also is when it has grown by as many txns as are kept, so that its
 *     size is bounded whatever the load
 */
record LogRetention(long txnsKept, long epochsKept, long intervalMs) {
    private static final long DEFAULT_INTERVAL_MS = TimeUnit.MINUTES.toMillis(10);

    /** What an engine that forgets everything anyway keeps: nothing. */
    static final LogRetention NOTHING = new LogRetention(0, 0, TimeUnit.SECONDS.toMillis(1));

    /**
     * By autopurge's settings: as many txns as lie between the snapshots that Apache would keep. Unlike Apache's, the log is
     * cut also where autopurge is off, since nobody else can: there is no command that operators would have in their cron.
     */
    static LogRetention of(ServerConfig config) {
        int retained = config.autoPurge().retainCount();
        long intervalMs = config.autoPurge().enabled()
                ? TimeUnit.HOURS.toMillis(config.autoPurge().intervalHours())
                : DEFAULT_INTERVAL_MS;
        return new LogRetention((long) retained * config.log().snapCount(), retained, intervalMs);
    }

    /** Entries before this zxid may go, once the image is durable up to the given one. */
    long dropBefore(long durableZxid) {
        long epoch = Zxid.epoch(durableZxid);
        long byCount = Zxid.counter(durableZxid) > txnsKept ? durableZxid - txnsKept : 0;
        long byEpoch = epoch > epochsKept ? Zxid.of(epoch - epochsKept, 0) : 0;
        return Math.max(byCount, byEpoch);
    }
}
