package io.lyrebird.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ZooCfgTest {
    private static final String MINIMAL = "dataDir=/var/lib/zk\nclientPort=2181\n";

    @TempDir
    Path folder;

    private ServerConfig parse(String file, String... systemProperties) throws Exception {
        Path path = folder.resolve("zoo.cfg");
        Files.writeString(path, file);
        return ZooCfg.parse(path, properties(systemProperties));
    }

    private static Properties properties(String... pairs) {
        Properties properties = new Properties();
        for (String pair : pairs) {
            String[] nameAndValue = pair.split("=", 2);
            properties.setProperty(nameAndValue[0], nameAndValue[1]);
        }
        return properties;
    }

    private static Arguments given(String file, String system, Function<ServerConfig, Object> read, Object expected) {
        return Arguments.of(file, system, read, expected);
    }

    private static Stream<Arguments> values() {
        return Stream.of(
                // the file's own keys
                given("", "", c -> c.dataDir(), Path.of("/var/lib/zk")),
                given("", "", c -> c.dataLogDir(), Path.of("/var/lib/zk")),
                given("dataLogDir=/log", "", c -> c.dataLogDir(), Path.of("/log")),
                given("", "", c -> c.tickTimeMs(), 3000),
                given("tickTime = 2000 ", "", c -> c.tickTimeMs(), 2000),
                given("", "", c -> c.clients().address(), new InetSocketAddress(2181)),
                given("clientPortAddress=127.0.0.1", "", c -> c.clients().address(), loopback(2181)),
                given("clientPort=0", "", c -> c.clients().address().getPort(), 0),
                given("", "", c -> c.clients().listenBacklog(), -1),
                given("clientPortListenBacklog=7", "", c -> c.clients().listenBacklog(), 7),
                given("", "", c -> c.clients().connectionsPerHostMax(), 60),
                given("maxClientCnxns=0", "", c -> c.clients().connectionsPerHostMax(), 0),
                given("", "zookeeper.maxClientCnxns=5", c -> c.clients().connectionsPerHostMax(), 60),
                given("", "", c -> c.sessions().minTimeoutMs(), 6000),
                given("", "", c -> c.sessions().maxTimeoutMs(), 60000),
                given("tickTime=500", "", c -> c.sessions().maxTimeoutMs(), 10000),
                given("minSessionTimeout=10", "", c -> c.sessions().minTimeoutMs(), 10),
                given("maxSessionTimeout=70000", "", c -> c.sessions().maxTimeoutMs(), 70000),
                given("", "", c -> c.autoPurge().enabled(), false),
                given("autopurge.purgeInterval=24", "", c -> c.autoPurge().intervalHours(), 24),
                given("autopurge.snapRetainCount=10", "", c -> c.autoPurge().retainCount(), 10),
                given("autopurge.snapRetainCount=1", "", c -> c.autoPurge().retainCount(), 3),
                // keys that are system properties too; the file wins
                given("", "", c -> c.clients().connectionsMax(), 0),
                given("maxCnxns=9", "", c -> c.clients().connectionsMax(), 9),
                given("", "zookeeper.maxCnxns=8", c -> c.clients().connectionsMax(), 8),
                given("maxCnxns=9", "zookeeper.maxCnxns=8", c -> c.clients().connectionsMax(), 9),
                given("maxCnxns=0x10", "", c -> c.clients().connectionsMax(), 16),
                given("maxCnxns=many", "", c -> c.clients().connectionsMax(), 0),
                given("", "", c -> c.clients().tcpKeepAlive(), false),
                given("clientTcpKeepAlive=TRUE", "", c -> c.clients().tcpKeepAlive(), true),
                given("", "", c -> c.requests().outstandingMax(), 1000),
                given("globalOutstandingLimit=5", "", c -> c.requests().outstandingMax(), 5),
                given("", "", c -> c.frames().maxBytes(), 0xfffff),
                given("", "jute.maxbuffer=4194304", c -> c.frames().maxBytes(), 4194304),
                given("jute.maxbuffer=4194304", "", c -> c.frames().maxBytes(), 0xfffff),
                given("", "zookeeper.jute.maxbuffer=9", c -> c.frames().maxBytes(), 0xfffff),
                given("", "jute.maxbuffer=5000", c -> c.frames().extraBytes(), 5000),
                given("jute.maxbuffer.extrasize=2000", "", c -> c.frames().extraBytes(), 2000),
                given("jute.maxbuffer.extrasize=20", "", c -> c.frames().extraBytes(), 1024),
                given("", "", c -> c.log().snapCount(), 100_000),
                given("snapCount=1", "", c -> c.log().snapCount(), 2),
                given("", "", c -> c.log().forceSync(), true),
                given("forceSync=no", "", c -> c.log().forceSync(), false),
                given("forceSync=false", "", c -> c.log().forceSync(), true),
                given("", "", c -> c.log().fsyncWarningMs(), 1000L),
                given("", "fsync.warningthresholdms=7", c -> c.log().fsyncWarningMs(), 7L),
                given(
                        "fsync.warningthresholdms=8",
                        "fsync.warningthresholdms=7",
                        c -> c.log().fsyncWarningMs(),
                        8L),
                given("", "", c -> c.tree().extendedTypes(), false),
                given("extendedTypesEnabled=true", "", c -> c.tree().extendedTypes(), true),
                given("", "zookeeper.emulate353TTLNodes=true", c -> c.tree().emulate353Ttl(), true),
                given("", "", c -> c.tree().enforceQuota(), false),
                given("enforceQuota=true", "", c -> c.tree().enforceQuota(), true),
                given("", "", c -> c.tree().digest(), true),
                given("digest.enabled=false", "", c -> c.tree().digest(), false),
                given("", "", c -> c.sessions().closeSessionTxn(), true),
                given("closeSessionTxn.enabled=false", "", c -> c.sessions().closeSessionTxn(), false),
                given("", "", c -> c.containers().checkIntervalMs(), 60_000L),
                given(
                        "",
                        "znode.container.checkIntervalMs=1",
                        c -> c.containers().checkIntervalMs(),
                        1L),
                given("", "", c -> c.containers().maxPerMinute(), 10_000),
                given("", "znode.container.maxPerMinute=2", c -> c.containers().maxPerMinute(), 2),
                given("", "", c -> c.containers().maxNeverUsedIntervalMs(), 0L),
                given("znode.container.maxPerMinute=2", "", c -> c.containers().maxPerMinute(), 10_000),
                given("", "", c -> c.auth().skipAcl(), false),
                given("skipACL=yes", "", c -> c.auth().skipAcl(), true),
                given("skipACL=true", "", c -> c.auth().skipAcl(), false),
                given("zookeeper.skipACL=yes", "", c -> c.auth().skipAcl(), false),
                given("", "", c -> c.auth().superDigest(), Optional.empty()),
                given(
                        "DigestAuthenticationProvider.superDigest=super:x",
                        "",
                        c -> c.auth().superDigest(),
                        Optional.of("super:x")),
                given("", "", c -> c.auth().digestAlgorithm(), "SHA1"),
                given(
                        "DigestAuthenticationProvider.digestAlg=SHA3-256",
                        "",
                        c -> c.auth().digestAlgorithm(),
                        "SHA3-256"),
                given(
                        "DigestAuthenticationProvider.enabled=false",
                        "",
                        c -> c.auth().digestEnabled(),
                        false),
                given("superUser=admin", "", c -> c.auth().superUser(), Optional.of("admin")),
                given("enforce.auth.schemes=digest", "", c -> c.auth().requiredSchemes(), List.of()),
                given(
                        "enforce.auth.enabled=true\nenforce.auth.schemes=digest, ip",
                        "",
                        c -> c.auth().requiredSchemes(),
                        List.of("digest", "ip")),
                given("sessionRequireClientSASLAuth=true", "", c -> c.auth().requiredSchemes(), List.of("sasl")),
                given(
                        "authProvider.2=b.B\nauthProvider.1=a.A",
                        "zookeeper.authProvider.3=c.C",
                        c -> c.auth().providerClasses(),
                        List.of("a.A", "b.B", "c.C")),
                given("", "zookeeper.ensembleAuthName=x,y", c -> c.auth().ensembleNames(), Optional.of("x,y")),
                given("", "", c -> c.fourLetterWords().allowed(), words("srvr")),
                given(
                        "4lw.commands.whitelist= stat, ruok,,nope",
                        "",
                        c -> c.fourLetterWords().allowed(),
                        words("srvr", "stat", "ruok", "nope")),
                given("4lw.commands.whitelist=*", "", c -> c.fourLetterWords().allows("wchc"), true),
                given(
                        "4lw.commands.whitelist=*",
                        "",
                        c -> c.fourLetterWords().allowed().size(),
                        18),
                given("", "readonlymode.enabled=true", c -> c.fourLetterWords().allows("isro"), true),
                // ours
                given("", "", c -> c.store().engine(), "rocksdb"),
                given(
                        "lyrebird.store=memory",
                        "lyrebird.store=lmdb",
                        c -> c.store().engine(),
                        "memory"),
                given("", "lyrebird.store=lmdb", c -> c.store().engine(), "lmdb"),
                given(
                        "lyrebird.store=lmdb\nlyrebird.lmdb.mapSize=1g\nlyrebird.rocksdb.x=1",
                        "lyrebird.lmdb.noSync=false",
                        c -> c.store().options(),
                        Map.of("lyrebird.lmdb.mapSize", "1g", "lyrebird.lmdb.noSync", "false")),
                given("", "", c -> c.clients().threads(), 0),
                given("lyrebird.client.threads=3", "", c -> c.clients().threads(), 3),
                // a single server line is stand-alone
                given("server.1=localhost:2888:3888", "", c -> c.clients().address(), new InetSocketAddress(2181)),
                given("", "", c -> c.dataDirAutoCreate(), true),
                given("", "zookeeper.datadir.autocreate=false", c -> c.dataDirAutoCreate(), false));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static TreeSet<String> words(String... words) {
        return new TreeSet<>(List.of(words));
    }

    @ParameterizedTest(name = "{0} [{1}] gives {3}")
    @MethodSource("values")
    void aValueIsReadAsZooKeeperReadsIt(
            String file, String system, Function<ServerConfig, Object> read, Object expected) throws Exception {
        ServerConfig config = parse(MINIMAL + file + "\n", system.isEmpty() ? new String[0] : new String[] {system});
        assertEquals(expected, read.apply(config));
    }

    private static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("clientPort=1", "dataDir is not set"),
                Arguments.of("dataDir=/x", "clientPort is not set"),
                Arguments.of(MINIMAL + "tickTime=0", "tickTime is not set"),
                Arguments.of(MINIMAL + "tickTime=-5", "tickTime=-5 is below zero"),
                Arguments.of(MINIMAL + "tickTime=1s", "tickTime=1s is not a whole number"),
                Arguments.of(MINIMAL + "clientPort=", "clientPort= is not a whole number"),
                Arguments.of(MINIMAL + "clientPort=65536", "port out of range"),
                Arguments.of(MINIMAL + "minSessionTimeout=70000", "minSessionTimeout must not be larger than max"),
                Arguments.of("dataDir=/x\nclientPortAddress=::1", "clientPortAddress is set but clientPort is not"),
                Arguments.of(
                        MINIMAL + "secureClientPortAddress=::1", "secureClientPortAddress is set but secureClientPort"),
                Arguments.of("dataDir=/x\nsecureClientPort=1", "secureClientPort is not supported yet"),
                Arguments.of(MINIMAL + "clientPortAddress=no.such.host.invalid", "is not a known host"),
                Arguments.of(MINIMAL + "electionAlg=2", "Only 3 is supported"),
                Arguments.of(MINIMAL + "peerType=king", "Unrecognised peertype: king"),
                Arguments.of(MINIMAL + "localSessionsEnabled=maybe", "Invalid option maybe for localSessionsEnabled"),
                Arguments.of(MINIMAL + "standaloneEnabled=1", "Invalid option 1 for standaloneEnabled"),
                Arguments.of(MINIMAL + "jvm.pause.sleep.time.ms=x", "jvm.pause.sleep.time.ms=x is not a whole number"),
                Arguments.of(
                        MINIMAL + "quorum.auth.serverRequireSasl=true",
                        "quorum.auth.enableSasl is disabled, so cannot enable quorum.auth.serverRequireSasl"),
                Arguments.of(MINIMAL + "enforce.auth.enabled=true", "enforce.auth.schemes must be configured"),
                Arguments.of(MINIMAL + "DigestAuthenticationProvider.digestAlg=ROT13", "ACL digest algorithm: ROT13"),
                Arguments.of(MINIMAL + "server.1=h:2:3\nserver.2=h:4:5", "initLimit is not set"),
                Arguments.of(MINIMAL + "server.1=h:2:3\nstandaloneEnabled=false", "initLimit is not set"),
                Arguments.of(MINIMAL + "standaloneEnabled=false", "number of participants should be >0"),
                Arguments.of(MINIMAL + "server.1=h:2:3:observer", "Observers w/o participants"),
                Arguments.of(MINIMAL + "server.1=h:2:3\nserver.2=h:4:5:observer", "Observers w/o quorum"),
                Arguments.of(MINIMAL + "server.1=h:2", "does not have the form"),
                Arguments.of(MINIMAL + "server.1=h:2:2", "must be different"),
                Arguments.of(MINIMAL + "server.x=h:2:3", "is not a number"),
                Arguments.of(MINIMAL + "server.1=[::1:2:3", "no matching"),
                Arguments.of(MINIMAL + "server.1=h:2:3|g:2:3", "Multiple address feature is disabled"),
                Arguments.of(
                        MINIMAL + "server.1=h:2:3\ndynamicConfigFile=/x", "must be in a separate dynamic config file"),
                Arguments.of(MINIMAL + "dynamicConfigFile=/no/such/file", "Error processing /no/such/file"),
                Arguments.of(MINIMAL + "lyrebird.client.threads=-1", "lyrebird.client.threads=-1"),
                Arguments.of(MINIMAL + "lyrebird.store=", "lyrebird.store is empty"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("refusals")
    void aWrongFileIsRefusedWithTheReason(String file, String reason) {
        ConfigException refusal = assertThrows(ConfigException.class, () -> parse(file));
        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith("Error processing " + folder.resolve("zoo.cfg")));
        assertFalse(refusal.getMessage().contains("\n"), "one line");
    }

    private static Stream<Arguments> warnings() {
        return Stream.of(
                Arguments.of(
                        "tickTimes=5",
                        "",
                        "tickTimes is unknown and has no effect, a misspelling? Did you mean" + " tickTime?"),
                Arguments.of("", "zookeeper.snapcount=5", "Did you mean snapCount?"),
                Arguments.of("purple=5", "", "purple is unknown and has no effect, a misspelling?"),
                Arguments.of("jute.maxbuffer=5", "", "start with -Djute.maxbuffer=5"),
                Arguments.of("", "zookeeper.maxClientCnxns=5", "only the file sets maxClientCnxns"),
                Arguments.of("zookeeper.skipACL=yes", "", "write it as skipACL"),
                Arguments.of("secureClientPort=1", "", "nothing listens on port 1"),
                Arguments.of("localSessionsEnabled=true", "", "localSessionsEnabled=true is not supported yet"),
                Arguments.of("admin.serverPort=8080", "", "admin.serverPort=8080 is not supported yet"),
                Arguments.of("ssl.keyStore.password=secret", "", "ssl.keyStore.password=*** is not supported yet"),
                Arguments.of("commitProcessor.numWorkerThreads=5", "", "does not exist here"),
                Arguments.of("maxCnxns=many", "", "maxCnxns=many is not a whole number in range: using the default, 0"),
                Arguments.of(
                        "autopurge.snapRetainCount=2", "", "Invalid autopurge.snapRetainCount: 2. Defaulting to 3"),
                Arguments.of("autopurge.purgeInterval=1", "", "autopurge is not supported yet"),
                Arguments.of("snapCount=5", "", "snapCount is not supported yet"),
                Arguments.of("superUser=admin", "", "sasl and x509, which are not supported yet"),
                Arguments.of("forceSync=no", "", "acknowledged writes can be lost"),
                Arguments.of("leaderServes=no", "", "leaderServes has no effect on a server that stands alone"),
                Arguments.of("syncEnabled=false", "", "observers keep the log as others do"),
                Arguments.of("server.1=localhost:2888:3888", "", "only one server specified"),
                Arguments.of("lyrebird.clinet.threads=1", "", "Did you mean lyrebird.client.threads?"),
                Arguments.of("dataLogDir=log", "", "dataLogDir=log is relative"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("warnings")
    void whatHasNoEffectIsNamedInAWarning(String file, String system, String expected) throws Exception {
        ServerConfig config = parse(MINIMAL + file + "\n", system.isEmpty() ? new String[0] : new String[] {system});
        assertEquals(1, config.warnings().size(), config.warnings().toString());
        assertTrue(
                config.warnings().get(0).contains(expected), config.warnings().toString());
    }

    @Test
    void aFileThatOnlyUsesSupportedKeysGivesNoWarning() throws Exception {
        ServerConfig config = parse(
                MINIMAL + "tickTime=2000\ninitLimit=10\nsyncLimit=5\nmaxClientCnxns=100\nautopurge.purgeInterval=0\n"
                        + "admin.enableServer=false\n4lw.commands.whitelist=*\nlocalSessionsEnabled=false\n",
                "zookeeper.log.dir=/tmp",
                "zookeeper.maxCnxns=10",
                "java.version=17");
        assertEquals(List.of(), config.warnings());
    }

    @Test
    void withoutAFileItListensOnLoopbackWithDataInTheWorkingDirectory() throws Exception {
        ServerConfig config = ZooCfg.defaults(properties("zookeeper.maxCnxns=7"));
        assertEquals(loopback(2181), config.clients().address());
        assertEquals(Path.of("./data"), config.dataDir());
        assertEquals(7, config.clients().connectionsMax());
        assertEquals(List.of(), config.warnings());
    }

    @Test
    void containersCannotBeLookedAtNeverOrWithoutEnd() {
        for (String wrong : List.of("znode.container.checkIntervalMs=0", "znode.container.maxPerMinute=-1")) {
            ConfigException refusal = assertThrows(ConfigException.class, () -> parse(MINIMAL, wrong));
            assertTrue(refusal.getMessage().contains("must be above zero"), refusal.getMessage());
        }
    }

    @Test
    void aMissingFileIsSaidToBeMissing() {
        Path missing = folder.resolve("none.cfg");
        ConfigException refusal = assertThrows(ConfigException.class, () -> ZooCfg.parse(missing, new Properties()));
        assertEquals("Error processing " + missing + ": " + missing + " file is missing", refusal.getMessage());
    }

    @Test
    void theClientPortMayComeFromTheServersOwnLine() throws Exception {
        Files.writeString(folder.resolve("myid"), "3\n");
        ServerConfig config = parse("dataDir=" + folder + "\nserver.3=localhost:2888:3888;127.0.0.1:4181\n");
        assertEquals(loopback(4181), config.clients().address());
    }

    @Test
    void aClientPortThatContradictsTheServersOwnLineIsRefused() throws Exception {
        Files.writeString(folder.resolve("myid"), "3\n");
        ConfigException refusal = assertThrows(
                ConfigException.class,
                () -> parse("dataDir=" + folder + "\nclientPort=1\nserver.3=localhost:2888:3888;4181\n"));
        assertTrue(refusal.getMessage().contains("different from the one in its server line"));
    }

    @Test
    void aMyIdThatIsNoNumberIsRefused() throws Exception {
        Files.writeString(folder.resolve("myid"), "three\n");
        ConfigException refusal =
                assertThrows(ConfigException.class, () -> parse("clientPort=1\ndataDir=" + folder + "\n"));
        assertTrue(refusal.getMessage().contains("serverid three is not a number"));
    }

    @Test
    void memberLinesOfTheDynamicFileCount() throws Exception {
        Path dynamic = folder.resolve("zoo.cfg.dynamic");
        Files.writeString(folder.resolve("myid"), "1");
        Files.writeString(dynamic, "server.1=localhost:2888:3888:participant;127.0.0.1:4182\n");
        String file = "dataDir=" + folder + "\ndynamicConfigFile=" + dynamic + "\n";
        assertEquals(loopback(4182), parse(file).clients().address());
        Files.writeString(dynamic, "tickTime=5\n");
        ConfigException refusal = assertThrows(ConfigException.class, () -> parse(file));
        assertTrue(refusal.getMessage().contains("Unrecognised parameter: tickTime"));
    }

    @Test
    void missingDataFoldersAreCreatedUnlessThatIsSwitchedOff() throws Exception {
        Path data = folder.resolve("new/data dir");
        Path log = folder.resolve("new/log");
        String file = "clientPort=1\ndataDir=" + data + "\ndataLogDir=" + log + "\n";
        ServerConfig careful = parse(file, "zookeeper.datadir.autocreate=false");
        ConfigException refusal = assertThrows(ConfigException.class, () -> DataFolders.prepare(careful));
        assertTrue(refusal.getMessage().startsWith("Missing data directory " + data), refusal.getMessage());
        assertFalse(Files.exists(data));
        DataFolders.prepare(parse(file));
        assertTrue(Files.isDirectory(data) && Files.isDirectory(log));
        DataFolders.prepare(careful);
    }

    @Test
    void aDataFolderThatIsAFileIsRefused() throws Exception {
        Path data = Files.createFile(folder.resolve("data"));
        ServerConfig config = parse("clientPort=1\ndataDir=" + data + "\n");
        ConfigException refusal = assertThrows(ConfigException.class, () -> DataFolders.prepare(config));
        assertTrue(refusal.getMessage().contains("is not a directory"));
    }
}
