package io.lyrebird.server.admin;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.metrics.Metrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A server that is whatever a test sets it to. */
final class FakeServer implements ServerView {
    final ServerConfig config;
    final Metrics metrics = new Metrics();
    Optional<State> state = Optional.empty();
    long traceMask = 306;
    DataWatchCounts watchCounts = new DataWatchCounts(0, 0, 0);
    final List<Connection> connections = new ArrayList<>();
    final SortedMap<Long, List<Long>> sessions = new TreeMap<>();
    final Map<Long, List<String>> ephemerals = new TreeMap<>();
    final Map<Long, List<String>> watches = new TreeMap<>();
    final List<Digest> digests = new ArrayList<>();
    final Map<String, String> environment = new LinkedHashMap<>();

    FakeServer(ServerConfig config) {
        this.config = config;
    }

    @Override
    public Optional<State> state() {
        return state;
    }

    @Override
    public ServerConfig config() {
        return config;
    }

    @Override
    public String version() {
        return "3.9.5-lyrebird-1.0, built on 2026-01-01 00:00 UTC";
    }

    @Override
    public long serverId() {
        return 0;
    }

    @Override
    public int clientPort() {
        return 2777;
    }

    @Override
    public Path dataFolder() {
        return Path.of("/tmp/zkcap/data/version-2");
    }

    @Override
    public Path logFolder() {
        return Path.of("/tmp/zkcap/log/version-2");
    }

    @Override
    public long dataFolderBytes() {
        return 478;
    }

    @Override
    public long logFolderBytes() {
        return 67109358;
    }

    @Override
    public long uptimeMs() {
        return 2342;
    }

    @Override
    public Metrics metrics() {
        return metrics;
    }

    @Override
    public int connectionCount() {
        return connections.size();
    }

    @Override
    public Collection<Connection> connections() {
        return connections;
    }

    @Override
    public SortedMap<Long, List<Long>> sessionsByExpiry() {
        return sessions;
    }

    @Override
    public Map<Long, List<String>> ephemerals() {
        return ephemerals;
    }

    @Override
    public DataWatchCounts dataWatchCounts() {
        return watchCounts;
    }

    @Override
    public Map<Long, List<String>> dataWatches() {
        return watches;
    }

    @Override
    public List<Digest> digests() {
        return digests;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public long openFiles() {
        return 41;
    }

    @Override
    public long openFilesMax() {
        return 20000;
    }

    @Override
    public long traceMask() {
        return traceMask;
    }

    @Override
    public void setTraceMask(long mask) {
        traceMask = mask;
    }

    @Override
    public void resetConnectionStats() {
        connections.forEach(connection -> connection.stats().reset());
    }
}
