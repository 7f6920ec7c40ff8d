package io.lyrebird.compat.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random configuration files from a seed, read by Apache's parser and by ours: the same values, the same refusals. */
class ZooCfgAgainstApacheTest {
    private static final int FILES = 4_000;
    private static final long SEED = 20260101;

    /** What Apache takes and this server cannot serve yet, or not at all; it says so. */
    private static final List<String> REFUSED_HERE_ONLY = List.of(
            "Ensembles are not supported yet",
            "secureClientPort is not supported yet",
            "clientPort is not set",
            "is below zero");

    private static final String[] NUMBERS = {
        "0",
        "1",
        "2",
        "3",
        "-1",
        "-2",
        "10",
        "60",
        "2000",
        "6000",
        "100000",
        "2147483647",
        "2147483648",
        "0x10",
        "1.5",
        "ten",
        "",
        " 7 ",
        "+5"
    };
    private static final String[] BOOLEANS = {"true", "false", "TRUE", "False", "yes", "no", "1", "", " true "};
    private static final String[] PORTS = {"0", "2181", "65535", "65536", "-1", "x", " 2182", "2183 "};
    private static final String[] HOSTS = {"127.0.0.1", "0.0.0.0", "::1", "localhost", "", "no.such.host.invalid"};
    private static final String[] FOLDERS = {"/var/lib/zk", "./data", "data", "/with blank/x", "../up"};
    private static final String[] SERVERS = {
        "localhost:2888:3888",
        "localhost:2888:3888:participant",
        "localhost:2888:3888:observer",
        "localhost:2888:3888;2181",
        "localhost:2888:3888;127.0.0.1:2181",
        "[::1]:2888:3888",
        "localhost:2888",
        "localhost",
        "localhost:a:b",
        "localhost:2888:2888",
        "localhost:2888:3888:king",
        "localhost:2888:3888|localhost:2889:3889",
        "localhost:2888:3888;1:2:3",
        "localhost:2888:3888;x",
        "localhost:2888:3888;1;2",
        "[::1:2888:3888",
    };

    private static final Map<String, String[]> KEYS = new LinkedHashMap<>();

    static {
        for (String key : List.of(
                "tickTime",
                "maxClientCnxns",
                "minSessionTimeout",
                "maxSessionTimeout",
                "clientPortListenBacklog",
                "autopurge.snapRetainCount",
                "autopurge.purgeInterval",
                "initLimit",
                "syncLimit",
                "connectToLearnerMasterLimit",
                "electionAlg",
                "observerMasterPort",
                "quorum.cnxn.threads.size",
                "jvm.pause.sleep.time.ms",
                "jvm.pause.info-threshold.ms",
                "multiAddress.reachabilityCheckTimeoutMs",
                "maxCnxns",
                "globalOutstandingLimit",
                "snapCount",
                "fsync.warningthresholdms",
                "jute.maxbuffer.extrasize")) {
            KEYS.put(key, NUMBERS);
        }
        for (String key : List.of(
                "localSessionsEnabled",
                "localSessionsUpgradingEnabled",
                "quorumListenOnAllIPs",
                "syncEnabled",
                "standaloneEnabled",
                "reconfigEnabled",
                "sslQuorum",
                "portUnification",
                "sslQuorumReloadCertFiles",
                "jvm.pause.monitor",
                "quorum.auth.enableSasl",
                "quorum.auth.serverRequireSasl",
                "quorum.auth.learnerRequireSasl",
                "multiAddress.reachabilityCheckEnabled",
                "extendedTypesEnabled",
                "emulate353TTLNodes",
                "enforceQuota",
                "digest.enabled",
                "closeSessionTxn.enabled",
                "clientTcpKeepAlive",
                "skipACL",
                "datadir.autocreate",
                "DigestAuthenticationProvider.enabled")) {
            KEYS.put(key, BOOLEANS);
        }
        KEYS.put("secureClientPort", PORTS);
        KEYS.put("clientPortAddress", HOSTS);
        KEYS.put("secureClientPortAddress", HOSTS);
        KEYS.put("dataLogDir", FOLDERS);
        KEYS.put("peerType", new String[] {"observer", "PARTICIPANT", "king", ""});
        KEYS.put("server.1", SERVERS);
        KEYS.put("server.2", SERVERS);
        KEYS.put("server.x", SERVERS);
        KEYS.put("dynamicConfigFile", new String[] {"/no/such/file.dynamic"});
        KEYS.put("4lw.commands.whitelist", new String[] {"*", "stat, ruok", ""});
        KEYS.put("zookeeper.skipACL", new String[] {"yes"});
        KEYS.put("purple", new String[] {"1"});
    }

    @TempDir
    Path folder;

    private Properties systemProperties;

    @BeforeEach
    void remember() {
        systemProperties = (Properties) System.getProperties().clone();
        systemProperties.stringPropertyNames().stream()
                .filter(name -> name.startsWith("zookeeper."))
                .forEach(systemProperties::remove);
    }

    @AfterEach
    void restore() {
        forgetWhatApacheRemembers();
    }

    /** Apache's parser leaves what it reads in static fields and in system properties. */
    private void forgetWhatApacheRemembers() {
        QuorumPeerConfig.setStandaloneEnabled(true);
        QuorumPeerConfig.setReconfigEnabled(false);
        System.setProperties((Properties) systemProperties.clone());
    }

    @Test
    void randomFilesAreReadAlike() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            String text = randomFile(random.split());
            Path file = Files.writeString(folder.resolve("zoo.cfg"), text);
            setRandomProperties(random.split());
            Properties given = (Properties) System.getProperties().clone();
            Optional<QuorumPeerConfig> apache = readByApache(file);
            String where = "file " + i + " of seed " + SEED + ":\n" + text;
            try {
                ServerConfig ours = ZooCfg.parse(file, given);
                assertTrue(apache.isPresent(), "Apache refuses, we do not: " + where);
                compare(apache.get(), ours, where);
                accepted++;
            } catch (ConfigException e) {
                boolean knownDifference = REFUSED_HERE_ONLY.stream().anyMatch(e.getMessage()::contains);
                assertTrue(
                        apache.isEmpty() || knownDifference, "we refuse, Apache does not: " + e.getMessage() + where);
                refused++;
            } finally {
                forgetWhatApacheRemembers();
            }
        }
        assertTrue(accepted > FILES / 10 && refused > FILES / 10, accepted + " accepted, " + refused + " refused");
    }

    private static String randomFile(SplittableRandom random) {
        List<String> lines = new ArrayList<>();
        if (random.nextInt(20) > 0) {
            lines.add("dataDir=" + pick(random, FOLDERS));
        }
        if (random.nextInt(10) > 0) {
            lines.add("clientPort=" + (random.nextInt(4) > 0 ? "2181" : pick(random, PORTS)));
        }
        List<String> keys = List.copyOf(KEYS.keySet());
        for (int n = random.nextInt(5); n > 0; n--) {
            String key = keys.get(random.nextInt(keys.size()));
            lines.add(
                    random.nextInt(lines.size() + 1),
                    key + (random.nextBoolean() ? "=" : " = ") + pick(random, KEYS.get(key)));
        }
        return String.join("\n", lines) + "\n";
    }

    /** Some keys have the same meaning as a system property, others have none there. */
    private static void setRandomProperties(SplittableRandom random) {
        // Those of addresses of peers are read by Apache before it has a file, and matter to ensembles only.
        List<String> keys = KEYS.keySet().stream()
                .filter(key -> !key.startsWith("multiAddress"))
                .toList();
        for (int n = random.nextInt(3); n > 0; n--) {
            String key = keys.get(random.nextInt(keys.size()));
            System.setProperty("zookeeper." + key, pick(random, KEYS.get(key)));
        }
    }

    private static String pick(SplittableRandom random, String[] values) {
        return values[random.nextInt(values.length)];
    }

    private static Optional<QuorumPeerConfig> readByApache(Path file) {
        QuorumPeerConfig config = new QuorumPeerConfig();
        try {
            config.parse(file.toString());
            return Optional.of(config);
        } catch (QuorumPeerConfig.ConfigException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static void compare(QuorumPeerConfig apache, ServerConfig ours, String where) {
        assertEquals(apache.getDataDir().toPath(), ours.dataDir(), where);
        assertEquals(apache.getDataLogDir().toPath(), ours.dataLogDir(), where);
        assertEquals(apache.getTickTime(), ours.tickTimeMs(), where);
        assertEquals(apache.getClientPortAddress(), ours.clients().address(), where);
        assertEquals(apache.getClientPortListenBacklog(), ours.clients().listenBacklog(), where);
        assertEquals(apache.getMaxClientCnxns(), ours.clients().connectionsPerHostMax(), where);
        assertEquals(apache.getMinSessionTimeout(), ours.sessions().minTimeoutMs(), where);
        assertEquals(apache.getMaxSessionTimeout(), ours.sessions().maxTimeoutMs(), where);
        assertEquals(apache.getSnapRetainCount(), ours.autoPurge().retainCount(), where);
        assertEquals(apache.getPurgeInterval(), ours.autoPurge().intervalHours(), where);
        // What Apache left in the system properties, read with the calls it reads them with.
        assertEquals(Integer.getInteger("zookeeper.maxCnxns", 0), ours.clients().connectionsMax(), where);
        assertEquals(
                Integer.getInteger("zookeeper.globalOutstandingLimit", 1000),
                ours.requests().outstandingMax(),
                where);
        assertEquals(ZooKeeperServer.getSnapCount(), ours.log().snapCount(), where);
        assertEquals(
                Long.getLong("zookeeper.fsync.warningthresholdms", 1000),
                ours.log().fsyncWarningMs(),
                where);
        assertEquals(
                Math.max(1024, Integer.getInteger("zookeeper.jute.maxbuffer.extrasize", 0xfffff)),
                ours.frames().extraBytes(),
                where);
        assertEquals(
                Boolean.getBoolean("zookeeper.extendedTypesEnabled"),
                ours.tree().extendedTypes(),
                where);
        assertEquals(
                Boolean.getBoolean("zookeeper.emulate353TTLNodes"), ours.tree().emulate353Ttl(), where);
        assertEquals(Boolean.getBoolean("zookeeper.enforceQuota"), ours.tree().enforceQuota(), where);
        assertEquals(trueUnlessSaid("zookeeper.digest.enabled"), ours.tree().digest(), where);
        assertEquals(
                trueUnlessSaid("zookeeper.closeSessionTxn.enabled"),
                ours.sessions().closeSessionTxn(),
                where);
        assertEquals(trueUnlessSaid("zookeeper.datadir.autocreate"), ours.dataDirAutoCreate(), where);
        assertEquals(
                trueUnlessSaid("zookeeper.DigestAuthenticationProvider.enabled"),
                ours.auth().digestEnabled(),
                where);
        assertEquals(
                Boolean.getBoolean("zookeeper.clientTcpKeepAlive"),
                ours.clients().tcpKeepAlive(),
                where);
        assertEquals(
                System.getProperty("zookeeper.skipACL", "no").equals("yes"),
                ours.auth().skipAcl(),
                where);
    }

    private static boolean trueUnlessSaid(String property) {
        return Boolean.parseBoolean(System.getProperty(property, "true"));
    }
}
