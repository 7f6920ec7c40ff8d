package io.lyrebird.server.boot;

import io.lyrebird.server.admin.JvmEnvironment;
import io.lyrebird.server.admin.ServerView;
import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.core.Core;
import io.lyrebird.server.data.StoreFolders;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.net.ClientServer;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.zab.Role;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What operators see of a running server. What the core owns is asked of the core, and what loops own of the loops. */
final class RunningView implements ServerView {
    /** Apache keeps the root under two names; operators compare the counts of servers. */
    private static final int ROOT_COUNTED_TWICE = 1;

    private final ServerConfig config;
    private final StoreFolders folders;
    private final Metrics metrics;
    private final Tree tree;
    private final Sessions sessions;
    private final CoreThread coreThread;
    private final long startNanos = System.nanoTime();
    private volatile Core core;
    private volatile ClientServer clients;
    private volatile long traceMask = DEFAULT_TRACE_MASK;

    /** What Apache's ZooTrace begins with. */
    private static final long DEFAULT_TRACE_MASK = 0x132;

    RunningView(
            ServerConfig config,
            StoreFolders folders,
            Metrics metrics,
            Tree tree,
            Sessions sessions,
            CoreThread coreThread) {
        this.config = config;
        this.folders = folders;
        this.metrics = metrics;
        this.tree = tree;
        this.sessions = sessions;
        this.coreThread = coreThread;
    }

    void serving(Core newCore, ClientServer newClients) {
        core = newCore;
        clients = newClients;
    }

    @Override
    public Optional<State> state() {
        long watchCount = clients.watchCount();
        return coreThread.ask(() -> core.isServing() ? Optional.of(stateNow(watchCount)) : Optional.empty());
    }

    private State stateNow(long watchCount) {
        return new State(
                mode(core.role()),
                false,
                tree.lastZxid(),
                clients.outstandingRequests(),
                tree.nodeCount() + ROOT_COUNTED_TWICE,
                Math.toIntExact(tree.ephemeralCount()),
                sessions.size(),
                watchCount,
                tree.dataSizeBytes(),
                config.ensemble().map(ensemble -> core.leaderFigures()));
    }

    private String mode(Role role) {
        if (config.ensemble().isEmpty()) {
            return "standalone";
        }
        return switch (role) {
            case LEADING -> "leader";
            case FOLLOWING -> "follower";
            case OBSERVING -> "observer";
            case LOOKING -> "looking";
        };
    }

    @Override
    public ServerConfig config() {
        return config;
    }

    @Override
    public String version() {
        return Version.current().inZooKeeperStyle();
    }

    @Override
    public long serverId() {
        return config.ensemble().map(EnsembleConfig::myId).orElse(0L);
    }

    @Override
    public int clientPort() {
        return clients.address().getPort();
    }

    @Override
    public Path dataFolder() {
        return folders.data();
    }

    @Override
    public Path logFolder() {
        return folders.log();
    }

    @Override
    public long dataFolderBytes() {
        return StoreFolders.bytes(folders.data());
    }

    @Override
    public long logFolderBytes() {
        return StoreFolders.bytes(folders.log());
    }

    @Override
    public long uptimeMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    @Override
    public Metrics metrics() {
        return metrics;
    }

    @Override
    public int connectionCount() {
        return clients.connectionCount();
    }

    @Override
    public Collection<Connection> connections() {
        return clients.connections();
    }

    @Override
    public SortedMap<Long, ? extends Collection<Long>> sessionsByExpiry() {
        // Deadlines count on the clock that never goes back; operators read the time of day.
        long toWallMs = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        SortedMap<Long, List<Long>> byWallClock = new TreeMap<>();
        coreThread.ask(core::sessionsByDeadline).forEach((deadline, ids) -> byWallClock.put(deadline + toWallMs, ids));
        return byWallClock;
    }

    @Override
    public Map<Long, ? extends Collection<String>> ephemerals() {
        return coreThread.ask(() -> {
            Map<Long, List<String>> paths = new TreeMap<>();
            tree.ephemeralsBySession()
                    .forEach((session, nodes) ->
                            paths.put(session, nodes.stream().map(Znode::path).toList()));
            return paths;
        });
    }

    @Override
    public DataWatchCounts dataWatchCounts() {
        Map<Long, List<String>> bySession = clients.dataWatches();
        Set<String> paths = new HashSet<>();
        long watches = 0;
        for (List<String> watched : bySession.values()) {
            paths.addAll(watched);
            watches += watched.size();
        }
        return new DataWatchCounts(bySession.size(), paths.size(), watches);
    }

    @Override
    public Map<Long, ? extends Collection<String>> dataWatches() {
        return clients.dataWatches();
    }

    @Override
    public List<Digest> digests() {
        return coreThread.ask(() -> core.digests().entries()).stream()
                .map(entry -> new Digest(entry.zxid(), entry.digest()))
                .toList();
    }

    @Override
    public Map<String, String> environment() {
        return JvmEnvironment.describe(version(), System.getProperties());
    }

    @Override
    public long openFiles() {
        return JvmEnvironment.openFiles();
    }

    @Override
    public long openFilesMax() {
        return JvmEnvironment.openFilesMax();
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
        clients.resetConnectionStats();
    }
}
