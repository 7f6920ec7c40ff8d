package io.lyrebird.server.config;

import io.lyrebird.server.config.ServerConfig.AuthSettings;
import io.lyrebird.server.config.ServerConfig.AutoPurge;
import io.lyrebird.server.config.ServerConfig.ClientListener;
import io.lyrebird.server.config.ServerConfig.ContainerSettings;
import io.lyrebird.server.config.ServerConfig.FourLetterWords;
import io.lyrebird.server.config.ServerConfig.FrameLimits;
import io.lyrebird.server.config.ServerConfig.LogSettings;
import io.lyrebird.server.config.ServerConfig.RequestLimits;
import io.lyrebird.server.config.ServerConfig.SessionLimits;
import io.lyrebird.server.config.ServerConfig.StoreSettings;
import io.lyrebird.server.config.ServerConfig.TreeSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads a zoo.cfg and the system properties into a {@link ServerConfig}, with ZooKeeper's defaults and refusals. */
public final class ZooCfg {
    private static final int TICK_TIME_MS = 3000;
    private static final int RETAIN_COUNT_MIN = 3;
    private static final int SNAP_COUNT_MIN = 2;
    private static final int EXTRA_BYTES_MIN = 1024;
    private static final String DEFAULT_ENGINE = "rocksdb";

    private final Settings settings;

    private ZooCfg(Settings settings) {
        this.settings = settings;
    }

    /** The configuration in {@code file}; relative data folders are relative to the working directory. */
    public static ServerConfig parse(Path file, Properties systemProperties) throws ConfigException {
        Properties properties = new Properties();
        if (!Files.exists(file)) {
            throw new ConfigException("Error processing " + file + ": " + file + " file is missing");
        }
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException("Error processing " + file + ": " + e.getMessage(), e);
        }
        try {
            Settings settings = new Settings(properties, systemProperties);
            EnsembleKeys.warnAboutNextMembers(settings, file);
            return new ZooCfg(settings).config();
        } catch (ConfigException e) {
            throw new ConfigException("Error processing " + file + ": " + e.getMessage(), e);
        }
    }

    /** What holds without a file: port 2181 on the loopback address, data in {@code ./data}. */
    public static ServerConfig defaults(Properties systemProperties) throws ConfigException {
        Properties properties = new Properties();
        properties.setProperty("dataDir", "./data");
        properties.setProperty("clientPort", "2181");
        properties.setProperty("clientPortAddress", "127.0.0.1");
        return new ZooCfg(new Settings(properties, systemProperties)).config();
    }

    private ServerConfig config() throws ConfigException {
        Path dataDir = dataFolder("dataDir").orElseThrow(() -> new ConfigException("dataDir is not set"));
        Path dataLogDir = dataFolder("dataLogDir").orElse(dataDir);
        int tickTimeMs = settings.inFile("tickTime", TICK_TIME_MS);
        if (tickTimeMs == 0) {
            throw new ConfigException("tickTime is not set");
        }
        if (tickTimeMs < 0) {
            throw new ConfigException("tickTime=" + tickTimeMs + " is below zero");
        }
        EnsembleKeys ensemble = new EnsembleKeys(settings, dataDir, tickTimeMs);
        KnownKeys.checkFileKeysNotSupportedYet(settings);
        return new ServerConfig(
                dataDir,
                dataLogDir,
                settings.property("datadir.autocreate", true),
                tickTimeMs,
                clients(ensemble),
                ensemble.config(),
                frames(),
                new RequestLimits(settings.property("globalOutstandingLimit", 1000)),
                sessions(tickTimeMs),
                auth(),
                tree(),
                containers(),
                log(),
                autoPurge(),
                fourLetterWords(),
                store(),
                warnings());
    }

    /** Must be asked for last: only then is it known which keys nobody has read. */
    private List<String> warnings() {
        KnownKeys.warnAboutUnread(settings);
        return settings.warnings();
    }

    private Optional<Path> dataFolder(String key) throws ConfigException {
        Optional<String> folder = settings.inFile(key);
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path path = Path.of(folder.get());
            if (!path.isAbsolute() && !folder.get().startsWith("./")) {
                settings.warn(key + "=" + path + " is relative. Prepend ./ to indicate that you're sure!");
            }
            return Optional.of(path);
        } catch (InvalidPathException e) {
            throw new ConfigException(key + "=" + folder.get() + " is not a path: " + e.getReason(), e);
        }
    }

    private ClientListener clients(EnsembleKeys ensemble) throws ConfigException {
        Optional<InetSocketAddress> stated = listenAddress("clientPort", "clientPortAddress");
        Optional<InetSocketAddress> secure = listenAddress("secureClientPort", "secureClientPortAddress");
        Optional<InetSocketAddress> listed = ensemble.ownClientAddress(stated);
        if (secure.isPresent()) {
            settings.warn("secureClientPort is not supported yet: nothing listens on port "
                    + secure.get().getPort());
        }
        InetSocketAddress address = listed.or(() -> stated)
                .orElseThrow(() -> new ConfigException(
                        secure.isPresent()
                                ? "clientPort is not set, and secureClientPort is not supported yet"
                                : "clientPort is not set"));
        int threads = clientThreads();
        return new ClientListener(
                address,
                settings.inFile("clientPortListenBacklog", -1),
                settings.inFile("maxClientCnxns", 60),
                settings.property("maxCnxns", 0),
                settings.property("clientTcpKeepAlive", false),
                settings.property("nio.sessionlessCnxnTimeout", 10_000),
                threads);
    }

    private int clientThreads() throws ConfigException {
        Optional<String> threads = settings.own("lyrebird.client.threads");
        try {
            int count = threads.map(Integer::parseInt).orElse(0);
            if (count >= 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new ConfigException("lyrebird.client.threads=" + threads.orElseThrow()
                + " is neither 0 (one per core) nor a number of threads");
    }

    private Optional<InetSocketAddress> listenAddress(String portKey, String addressKey) throws ConfigException {
        Optional<String> port = settings.inFile(portKey);
        Optional<String> host = settings.inFile(addressKey);
        if (port.isEmpty()) {
            if (host.isPresent()) {
                throw new ConfigException(addressKey + " is set but " + portKey + " is not set");
            }
            return Optional.empty();
        }
        int number = settings.inFile(portKey, 0);
        try {
            return Optional.of(
                    host.isPresent()
                            ? new InetSocketAddress(InetAddress.getByName(host.get()), number)
                            : new InetSocketAddress(number));
        } catch (UnknownHostException e) {
            throw new ConfigException(addressKey + "=" + host.orElseThrow() + " is not a known host", e);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(portKey + "=" + number + ": port out of range", e);
        }
    }

    private FrameLimits frames() {
        int maxBytes = settings.systemOnly("jute.maxbuffer", 0xfffff);
        int extraBytes = settings.property("jute.maxbuffer.extrasize", maxBytes);
        return new FrameLimits(maxBytes, Math.max(extraBytes, EXTRA_BYTES_MIN));
    }

    private SessionLimits sessions(int tickTimeMs) throws ConfigException {
        int min = settings.inFile("minSessionTimeout", -1);
        int max = settings.inFile("maxSessionTimeout", -1);
        int minTimeoutMs = min == -1 ? tickTimeMs * 2 : min;
        int maxTimeoutMs = max == -1 ? tickTimeMs * 20 : max;
        if (minTimeoutMs > maxTimeoutMs) {
            throw new ConfigException("minSessionTimeout must not be larger than maxSessionTimeout");
        }
        return new SessionLimits(minTimeoutMs, maxTimeoutMs, settings.property("closeSessionTxn.enabled", true));
    }

    private AuthSettings auth() throws ConfigException {
        String algorithm =
                settings.property("DigestAuthenticationProvider.digestAlg").orElse("SHA1");
        try {
            MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new ConfigException("don't support this ACL digest algorithm: " + algorithm, e);
        }
        return new AuthSettings(
                settings.property("skipACL").orElse("no").equals("yes"),
                settings.property("DigestAuthenticationProvider.superDigest"),
                algorithm,
                settings.property("DigestAuthenticationProvider.enabled", true),
                superUser(),
                requiredSchemes(),
                List.copyOf(settings.propertiesBelow("authProvider.").values()),
                settings.property("ensembleAuthName"));
    }

    private Optional<String> superUser() {
        Optional<String> superUser = settings.property("superUser");
        if (superUser.isPresent()) {
            settings.warn("superUser is an identity of the schemes sasl and x509, which are not supported yet");
        }
        return superUser;
    }

    private List<String> requiredSchemes() throws ConfigException {
        boolean enforced = settings.property("enforce.auth.enabled", false);
        Optional<String> schemes = settings.property("enforce.auth.schemes");
        if (settings.property("sessionRequireClientSASLAuth", false)) {
            return List.of("sasl");
        }
        if (!enforced) {
            return List.of();
        }
        if (schemes.isEmpty()) {
            throw new ConfigException("enforce.auth.enabled is true, enforce.auth.schemes must be configured");
        }
        return Arrays.stream(schemes.get().split(",")).map(String::trim).toList();
    }

    private TreeSettings tree() {
        return new TreeSettings(
                settings.property("extendedTypesEnabled", false),
                settings.property("emulate353TTLNodes", false),
                settings.property("enforceQuota", false),
                settings.property("digest.enabled", true));
    }

    private ContainerSettings containers() throws ConfigException {
        long checkIntervalMs = settings.systemOnly("znode.container.checkIntervalMs", 60_000);
        int maxPerMinute = settings.systemOnly("znode.container.maxPerMinute", 10_000);
        if (checkIntervalMs <= 0 || maxPerMinute <= 0) {
            throw new ConfigException("znode.container.checkIntervalMs=" + checkIntervalMs
                    + " and znode.container.maxPerMinute=" + maxPerMinute + " must be above zero");
        }
        return new ContainerSettings(
                checkIntervalMs, maxPerMinute, settings.systemOnly("znode.container.maxNeverUsedIntervalMs", 0L));
    }

    private LogSettings log() {
        int snapCount = settings.property("snapCount", 100_000);
        if (settings.property("snapCount").isPresent()) {
            settings.warn("snapCount is not supported yet: the log keeps every txn");
        }
        if (snapCount < SNAP_COUNT_MIN) {
            settings.warn("snapCount=" + snapCount + " should be 2 or more: using 2");
            snapCount = SNAP_COUNT_MIN;
        }
        boolean forceSync = !settings.property("forceSync").orElse("yes").equals("no");
        if (!forceSync) {
            settings.warn("forceSync=no: acknowledged writes can be lost when the machine stops");
        }
        String threshold = "fsync.warningthresholdms";
        long fsyncWarningMs = settings.property(threshold).isPresent()
                ? settings.property(threshold, 1000L)
                : settings.systemOnly(threshold, 1000L);
        return new LogSettings(snapCount, forceSync, fsyncWarningMs, settings.property("snapshot.trust.empty", false));
    }

    private AutoPurge autoPurge() throws ConfigException {
        int retainCount = settings.inFile("autopurge.snapRetainCount", RETAIN_COUNT_MIN);
        if (retainCount < RETAIN_COUNT_MIN) {
            settings.warn("Invalid autopurge.snapRetainCount: " + retainCount + ". Defaulting to " + RETAIN_COUNT_MIN);
            retainCount = RETAIN_COUNT_MIN;
        }
        AutoPurge autoPurge = new AutoPurge(retainCount, settings.inFile("autopurge.purgeInterval", 0));
        if (autoPurge.enabled()) {
            settings.warn("autopurge is not supported yet: the log keeps every txn");
        }
        return autoPurge;
    }

    private FourLetterWords fourLetterWords() {
        SortedSet<String> allowed = new TreeSet<>();
        allowed.add("srvr");
        if (settings.systemOnly("readonlymode.enabled").orElse("false").equals("true")) {
            allowed.add("isro");
        }
        for (String word :
                settings.property("4lw.commands.whitelist").orElse("").split(",")) {
            if (word.trim().equals("*")) {
                allowed.addAll(FourLetterWords.ALL);
            } else if (!word.isBlank()) {
                allowed.add(word.trim());
            }
        }
        return new FourLetterWords(Collections.unmodifiableSortedSet(allowed));
    }

    private StoreSettings store() throws ConfigException {
        String engine = settings.own("lyrebird.store").orElse(DEFAULT_ENGINE);
        if (engine.isEmpty()) {
            throw new ConfigException("lyrebird.store is empty: name an engine, such as " + DEFAULT_ENGINE);
        }
        Map<String, String> options = settings.ownBelow("lyrebird." + engine + ".");
        return new StoreSettings(engine, options);
    }
}
