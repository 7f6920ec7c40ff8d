package io.lyrebird.server.admin;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.core.LeaderFigures;
import io.lyrebird.server.metrics.ConnectionStats;
import io.lyrebird.server.metrics.Metrics;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What the four letter words show of a running server, and the little they change.
 *
 * <p>The words are answered on a thread that may wait, neither the core's nor a client loop's: an implementation fetches
 * what the core owns from the core, and each method gives a state that was true at one moment. Only what a word shows is
 * asked for, since some of it is expensive (a report on all watches, the size of the data folders).
 */
public interface ServerView {
    /**
     * The state of the coordination service.
     *
     * @param mode standalone, leader, follower, observer or read-only
     * @param readOnly whether it serves read-only clients only
     * @param outstandingRequests requests that arrived and are not answered yet
     * @param watchCount watches of every kind, children watches included
     * @param approximateDataBytes bytes of all paths and data
     * @param leader nothing unless it leads an ensemble
     */
    record State(
            String mode,
            boolean readOnly,
            long lastZxid,
            long outstandingRequests,
            int nodeCount,
            int ephemeralCount,
            int sessionCount,
            long watchCount,
            long approximateDataBytes,
            Optional<LeaderFigures> leader) {}

    /**
     * One connection.
     *
     * @param readable whether the server reads from it; not while it answers a word or is throttled
     * @param sessionId 0 while it has none
     * @param expiresAtMs wall clock when it is closed unless it is heard of
     */
    record Connection(
            InetSocketAddress remote,
            boolean readable,
            long outstandingRequests,
            long sessionId,
            int sessionTimeoutMs,
            long expiresAtMs,
            ConnectionStats stats) {}

    /** How many watches on data and existence there are (persistent ones included), on how many paths, by how many. */
    record DataWatchCounts(int connections, int paths, long watches) {}

    /** The digest of the tree when this zxid had been applied. */
    record Digest(long zxid, long value) {}

    /** The state while it serves; nothing while it loads its data or has no quorum. */
    Optional<State> state();

    ServerConfig config();

    /** The version as ZooKeeper writes it: {@code 3.9.5-something, built on ...}. */
    String version();

    /** The id in an ensemble, 0 without one. */
    long serverId();

    /** The port that is listened on, also when the configuration left the choice open. */
    int clientPort();

    /** Where the data really is. */
    Path dataFolder();

    Path logFolder();

    long dataFolderBytes();

    long logFolderBytes();

    long uptimeMs();

    Metrics metrics();

    /** How many connections there are, without a list of them. */
    int connectionCount();

    Collection<Connection> connections();

    /** Sessions by the wall-clock time in milliseconds at which they expire. */
    SortedMap<Long, ? extends Collection<Long>> sessionsByExpiry();

    /** Paths of ephemeral nodes by session. */
    Map<Long, ? extends Collection<String>> ephemerals();

    DataWatchCounts dataWatchCounts();

    /** Paths with watches on data or existence (persistent ones included), by the watching session. */
    Map<Long, ? extends Collection<String>> dataWatches();

    /** Digests at every 128th zxid, the oldest first. */
    List<Digest> digests();

    /** Name and value of what is known of the JVM and the system, in the order to show; may be slow. */
    Map<String, String> environment();

    /** Open file descriptors and their limit; -1 where the system does not tell; may be slow. */
    long openFiles();

    long openFilesMax();

    /** What {@code gtmk} shows and {@code stmk} sets; it has no other effect. */
    long traceMask();

    void setTraceMask(long mask);

    /** Every connection's counters start again. */
    void resetConnectionStats();
}
