package io.lyrebird.server.boot;

import io.lyrebird.server.quota.QuotaListener;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that a quota is exceeded, at most once a second for each path, whatever clients do. For the core's thread. */
final class QuotaLog implements QuotaListener {
    private static final Logger LOG = LoggerFactory.getLogger("io.lyrebird.server.quota");
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PATHS_MAX = 10_000;

    private final Map<String, Long> lastSaidNanos = new HashMap<>();

    @Override
    public void exceeded(Exceeded exceeded) {
        long now = System.nanoTime();
        Long last = lastSaidNanos.get(exceeded.path());
        if (last != null && now - last < PAUSE_NANOS) {
            return;
        }
        if (lastSaidNanos.size() >= PATHS_MAX) {
            lastSaidNanos.clear();
        }
        lastSaidNanos.put(exceeded.path(), now);
        LOG.warn(
                "{} quota exceeded: {} would have {}={} and may have {}",
                exceeded.hard() ? "Hard" : "Soft",
                exceeded.path(),
                exceeded.figure(),
                exceeded.value(),
                exceeded.limit());
    }
}
