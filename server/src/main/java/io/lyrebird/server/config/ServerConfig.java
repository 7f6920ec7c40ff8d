package io.lyrebird.server.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Everything that can be configured, parsed once at the edge by {@link ZooCfg} and never changed.
 *
 * <p>Names and defaults are ZooKeeper's; each component says which key it comes from. A key given as {@code x} in the
 * file and as {@code -Dzookeeper.x} means the same, the file wins.
 *
 * @param dataDir {@code dataDir}
 * @param dataLogDir {@code dataLogDir}, else dataDir
 * @param dataDirAutoCreate {@code datadir.autocreate}: whether missing data folders are created
 * @param tickTimeMs {@code tickTime}
 * @param ensemble nothing: this server stands alone
 * @param warnings what the operator should be told at start: keys without effect here, values that were replaced
 */
public record ServerConfig(
        Path dataDir,
        Path dataLogDir,
        boolean dataDirAutoCreate,
        int tickTimeMs,
        ClientListener clients,
        Optional<EnsembleConfig> ensemble,
        FrameLimits frames,
        RequestLimits requests,
        SessionLimits sessions,
        AuthSettings auth,
        TreeSettings tree,
        ContainerSettings containers,
        LogSettings log,
        AutoPurge autoPurge,
        FourLetterWords fourLetterWords,
        StoreSettings store,
        List<String> warnings) {

    public ServerConfig {
        warnings = List.copyOf(warnings);
    }

    /**
     * The plain client port.
     *
     * @param address {@code clientPort} and {@code clientPortAddress}; port 0 asks for any free one
     * @param listenBacklog {@code clientPortListenBacklog}; -1 leaves it to the system
     * @param connectionsPerHostMax {@code maxClientCnxns}; 0 is no limit
     * @param connectionsMax {@code maxCnxns}; 0 is no limit
     * @param tcpKeepAlive {@code clientTcpKeepAlive}
     * @param sessionlessTimeoutMs {@code nio.sessionlessCnxnTimeout}: how long a connection may live without a session
     * @param threads {@code lyrebird.client.threads}; 0 is one per core
     */
    public record ClientListener(
            InetSocketAddress address,
            int listenBacklog,
            int connectionsPerHostMax,
            int connectionsMax,
            boolean tcpKeepAlive,
            int sessionlessTimeoutMs,
            int threads) {}

    /**
     * Sizes of what arrives.
     *
     * @param maxBytes system property {@code jute.maxbuffer}: the largest frame, string or buffer from a client
     * @param extraBytes {@code jute.maxbuffer.extrasize}: what is allowed on top of it when reading records from peers
     *     and from disk, where a txn carries more than the request did
     */
    public record FrameLimits(int maxBytes, int extraBytes) {}

    /** @param outstandingMax {@code globalOutstandingLimit}: requests in flight before clients are no longer read from */
    public record RequestLimits(int outstandingMax) {}

    /**
     * Sessions.
     *
     * @param minTimeoutMs {@code minSessionTimeout}, else two ticks
     * @param maxTimeoutMs {@code maxSessionTimeout}, else twenty ticks
     * @param closeSessionTxn {@code closeSessionTxn.enabled}: the closeSession txn lists the ephemerals it deletes
     */
    public record SessionLimits(int minTimeoutMs, int maxTimeoutMs, boolean closeSessionTxn) {}

    /**
     * Who may do what.
     *
     * @param skipAcl {@code skipACL=yes}
     * @param superDigest {@code DigestAuthenticationProvider.superDigest}: {@code user:digest} of the super user
     * @param digestAlgorithm {@code DigestAuthenticationProvider.digestAlg}, a JCA name
     * @param digestEnabled {@code DigestAuthenticationProvider.enabled}: whether the scheme digest exists
     * @param superUser {@code superUser}: the SASL or x509 identity that is super, once those schemes exist
     * @param requiredSchemes {@code enforce.auth.schemes} if {@code enforce.auth.enabled}, or sasl if {@code
     *     sessionRequireClientSASLAuth}; empty: nobody has to authenticate
     * @param providerClasses values of {@code authProvider.*}: Apache's class names of further schemes, in key order
     * @param ensembleNames {@code ensembleAuthName}: the names that the scheme ensemble accepts, as written
     */
    public record AuthSettings(
            boolean skipAcl,
            Optional<String> superDigest,
            String digestAlgorithm,
            boolean digestEnabled,
            Optional<String> superUser,
            List<String> requiredSchemes,
            List<String> providerClasses,
            Optional<String> ensembleNames) {
        public AuthSettings {
            requiredSchemes = List.copyOf(requiredSchemes);
            providerClasses = List.copyOf(providerClasses);
        }
    }

    /**
     * The tree of znodes.
     *
     * @param extendedTypes {@code extendedTypesEnabled}: TTL nodes may be created
     * @param emulate353Ttl {@code emulate353TTLNodes}: TTL nodes are encoded as 3.5.3 did
     * @param enforceQuota {@code enforceQuota}: hard quotas refuse writes
     * @param digest {@code digest.enabled}: the digest of the tree is kept and compared
     */
    public record TreeSettings(boolean extendedTypes, boolean emulate353Ttl, boolean enforceQuota, boolean digest) {}

    /**
     * Deletion of empty containers and of expired TTL nodes.
     *
     * @param checkIntervalMs system property {@code znode.container.checkIntervalMs}
     * @param maxPerMinute system property {@code znode.container.maxPerMinute}
     * @param maxNeverUsedIntervalMs system property {@code znode.container.maxNeverUsedIntervalMs}; 0: a container that
     *     never had a child stays
     */
    public record ContainerSettings(long checkIntervalMs, int maxPerMinute, long maxNeverUsedIntervalMs) {}

    /**
     * The log of txns.
     *
     * @param snapCount {@code snapCount}: txns after which the log may be cut behind the image
     * @param forceSync {@code forceSync=no} gives up durability for speed
     * @param fsyncWarningMs {@code fsync.warningthresholdms}: a sync that takes longer is logged
     * @param trustEmptySnapshot {@code snapshot.trust.empty}: Apache's logs may be taken over without any snapshot
     */
    public record LogSettings(int snapCount, boolean forceSync, long fsyncWarningMs, boolean trustEmptySnapshot) {}

    /**
     * {@code autopurge.*}.
     *
     * @param retainCount {@code autopurge.snapRetainCount}, at least 3
     * @param intervalHours {@code autopurge.purgeInterval}; 0 or less: never
     */
    public record AutoPurge(int retainCount, int intervalHours) {
        public boolean enabled() {
            return intervalHours > 0;
        }
    }

    /**
     * {@code 4lw.commands.whitelist}. {@code srvr} is always allowed; the words' names are not checked, as in Apache.
     *
     * @param allowed words that are answered
     */
    public record FourLetterWords(SortedSet<String> allowed) {
        /** The eighteen words, which {@code *} stands for. */
        public static final List<String> ALL = List.of(
                "conf", "cons", "crst", "dirs", "dump", "envi", "gtmk", "hash", "isro", "mntr", "ruok", "srst", "srvr",
                "stat", "stmk", "wchc", "wchp", "wchs");

        public boolean allows(String word) {
            return allowed.contains(word);
        }
    }

    /**
     * The storage engine.
     *
     * @param engine {@code lyrebird.store}: the engine's name
     * @param options the keys {@code lyrebird.<engine>.*} and their values, as StoreConfig takes them
     */
    public record StoreSettings(String engine, Map<String, String> options) {
        public StoreSettings {
            options = Map.copyOf(options);
        }
    }
}
