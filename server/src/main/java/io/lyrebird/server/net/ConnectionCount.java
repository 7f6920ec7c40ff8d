package io.lyrebird.server.net;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections there are, in all and from each address. */
final class ConnectionCount {
    private final int perHostMax;
    private final int max;
    private final AtomicInteger total = new AtomicInteger();
    private final ConcurrentHashMap<InetAddress, Integer> perHost = new ConcurrentHashMap<>();

    ConnectionCount(ClientLimits limits) {
        perHostMax = limits.connectionsPerHostMax();
        max = limits.connectionsMax();
    }

    /** Counts one more connection; null, or which limit it would exceed. By one thread, which accepts connections. */
    String refusal(InetAddress host) {
        if (max > 0 && total.get() >= max) {
            return "there are " + max + " (maxCnxns)";
        }
        if (perHostMax > 0 && perHost.getOrDefault(host, 0) >= perHostMax) {
            return "there are " + perHostMax + " from this address (maxClientCnxns)";
        }
        total.incrementAndGet();
        perHost.merge(host, 1, Integer::sum);
        return null;
    }

    void remove(InetAddress host) {
        total.decrementAndGet();
        perHost.computeIfPresent(host, (key, count) -> count == 1 ? null : count - 1);
    }

    int total() {
        return total.get();
    }
}
