package io.lyrebird.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.zab.Bounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnsembleConfigTest {
    private static final String LIMITS = "initLimit=10\nsyncLimit=5\ntickTime=2000\n";
    private static final String THREE = "server.1=a:2888:3888\nserver.2=b:2888:3888\nserver.3=c:2888:3888\n";

    @TempDir
    Path folder;

    private ServerConfig server(String file, String... systemProperties) throws Exception {
        if (!Files.exists(folder.resolve("myid"))) {
            Files.writeString(folder.resolve("myid"), "2\n");
        }
        Properties properties = new Properties();
        for (String pair : systemProperties) {
            String[] nameAndValue = pair.split("=", 2);
            properties.setProperty(nameAndValue[0], nameAndValue[1]);
        }
        Path zooCfg =
                Files.writeString(folder.resolve("zoo.cfg"), "dataDir=" + folder + "\nclientPort=2181\n" + file + "\n");
        return ZooCfg.parse(zooCfg, properties);
    }

    private EnsembleConfig ensemble(String file, String... systemProperties) throws Exception {
        return server(LIMITS + file, systemProperties).ensemble().orElseThrow();
    }

    private String refusal(String file) {
        return assertThrows(ConfigException.class, () -> server(file)).getMessage();
    }

    @Test
    void anEnsembleOfThreeHasApachesDefaults() throws Exception {
        EnsembleConfig ensemble = ensemble(THREE);
        assertEquals(2, ensemble.myId());
        assertEquals(
                List.of(1L, 2L, 3L), ensemble.members().stream().map(Member::id).toList());
        assertEquals(List.of(), ensemble.groups());
        assertEquals(0, ensemble.version());
        assertTrue(ensemble.leaderServes());
        assertEquals(new EnsembleConfig.Limits(10, 5, 10, 5000, 10_000, 100), ensemble.limits());
        assertEquals(new EnsembleConfig.Election(200, 60_000), ensemble.election());
        assertEquals(new EnsembleConfig.Network(false, 3, false, false), ensemble.network());
        assertEquals(
                new EnsembleConfig.Synchronisation(500, 0.33, false, Bounds.DEFAULT.counterMax()),
                ensemble.synchronisation());
        assertEquals(
                "server.1=a:2888:3888:participant\nserver.2=b:2888:3888:participant\n"
                        + "server.3=c:2888:3888:participant\nversion=0",
                ensemble.text());
        assertTrue(ensemble.quorumRule().isQuorum(0b101));
        assertFalse(ensemble.quorumRule().isQuorum(0b100));
    }

    @Test
    void everyLimitCanBeSet() throws Exception {
        EnsembleConfig ensemble = ensemble(
                THREE + "connectToLearnerMasterLimit=7\nquorumListenOnAllIPs=true\nleaderServes=no\ncnxTimeout=1\n"
                        + "electionPortBindRetry=0\ntcpKeepAlive=true\ncommitLogCount=501\nsnapshotSizeFactor=-1\n"
                        + "lyrebird.zxidCounterMax=77\nleaderConnectDelayDuringRetryMs=3",
                "zookeeper.fastleader.minNotificationInterval=10",
                "zookeeper.fastleader.maxNotificationInterval=20",
                "zookeeper.quorumCnxnTimeoutMs=30",
                "zookeeper.forceSnapshotSync=true");
        assertFalse(ensemble.leaderServes());
        assertEquals(new EnsembleConfig.Limits(10, 5, 7, 1, 30, 3), ensemble.limits());
        assertEquals(new EnsembleConfig.Election(10, 20), ensemble.election());
        assertEquals(new EnsembleConfig.Network(true, 0, true, false), ensemble.network());
        assertEquals(new EnsembleConfig.Synchronisation(501, -1, true, 77), ensemble.synchronisation());
    }

    @Test
    void aServerLineMayHaveManyAddressesAndARoleAndAClientAddress() throws Exception {
        EnsembleConfig ensemble = ensemble(
                "server.1=a:1:2\nserver.2=[::1]:11:12|b:13:14:participant;[::]:2181\nserver.3=c:1:2:observer;3\n"
                        + "server.4=d:1:2",
                "zookeeper.multiAddress.enabled=true");
        assertEquals(
                new Member(
                        2,
                        true,
                        List.of(new Address("::1", 11), new Address("b", 13)),
                        List.of(new Address("::1", 12), new Address("b", 14)),
                        Optional.of(new Address("::", 2181))),
                ensemble.self());
        assertFalse(ensemble.member(3).orElseThrow().participant());
        assertTrue(ensemble.network().multiAddress());
        assertEquals(
                "server.1=a:1:2:participant\n"
                        + "server.2=[0:0:0:0:0:0:0:1]:11:12|b:13:14:participant;[0:0:0:0:0:0:0:0]:2181\n"
                        + "server.3=c:1:2:observer;0.0.0.0:3\nserver.4=d:1:2:participant\n",
                ensemble.membersText());
    }

    @Test
    void groupsAndWeightsDecide() throws Exception {
        EnsembleConfig ensemble = ensemble(THREE + "group.1=1:2\ngroup.2=3\nweight.2=3");
        assertTrue(ensemble.membersText().endsWith("group.1=1:2\ngroup.2=3\nweight.1=1\nweight.2=3\nweight.3=1\n"));
        assertTrue(ensemble.quorumRule().isQuorum(0b110));
        assertFalse(ensemble.quorumRule().isQuorum(0b011));
        assertFalse(ensemble.quorumRule().isQuorum(0b101));
    }

    @Test
    void theVersionIsInTheNameOfTheDynamicFile() throws Exception {
        Path dynamic = Files.writeString(folder.resolve("zoo.cfg.dynamic.1a0000000f"), THREE);
        EnsembleConfig ensemble = ensemble("dynamicConfigFile=" + dynamic);
        assertEquals(0x1a0000000fL, ensemble.version());
        assertTrue(ensemble.text().endsWith("\nversion=1a0000000f"));
    }

    @Test
    void anUnfinishedReconfigurationIsWarnedAbout() throws Exception {
        Path dynamic = Files.writeString(folder.resolve("zoo.cfg.dynamic.5"), THREE);
        Files.writeString(folder.resolve("zoo.cfg.dynamic.next"), THREE);
        List<String> warnings = server(LIMITS + "dynamicConfigFile=" + dynamic).warnings();
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.get(0).contains("zoo.cfg.dynamic.next is left"), warnings.toString());
    }

    @Test
    void oneServerIsAnEnsembleIfStandingAloneIsSwitchedOff() throws Exception {
        EnsembleConfig ensemble = ensemble("server.2=b:1:2\nstandaloneEnabled=false");
        assertEquals(1, ensemble.members().size());
        assertTrue(server("server.2=b:1:2").ensemble().isEmpty());
    }

    @Test
    void theRoleIsThatOfTheServerLine() throws Exception {
        List<String> warnings = server(LIMITS + THREE + "peerType=observer").warnings();
        assertEquals(
                List.of("Peer type from servers list (PARTICIPANT) doesn't match peerType (OBSERVER). Defaulting to"
                        + " servers list."),
                warnings);
        String withObserver = LIMITS + "server.1=a:1:2\nserver.2=b:1:2:observer\nserver.3=c:1:2\nserver.4=c:3:4\n";
        assertEquals(List.of(), server(withObserver + "peerType=observer").warnings());
        assertEquals(1, server(withObserver).warnings().size());
    }

    @Test
    void ensemblesThatTolerateLittleAreWarnedAbout() throws Exception {
        String two = "server.1=a:1:2\nserver.2=b:1:2\n";
        assertTrue(server(LIMITS + two).warnings().get(0).contains("No server failure will be tolerated"));
        String four = two + "server.3=c:1:2\nserver.4=d:1:2";
        assertTrue(server(LIMITS + four).warnings().get(0).contains("odd number of servers"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "syncLimit=5 # initLimit is not set",
                "initLimit=5 # syncLimit is not set",
                "initLimit=5;syncLimit=-1 # syncLimit=-1 is below zero",
                "initLimit=2147483647;syncLimit=1 # are too long",
                "initLimit=5;syncLimit=5;sslQuorum=true # sslQuorum=true is not supported yet",
                "initLimit=5;syncLimit=5;quorum.auth.enableSasl=true # quorum.auth.enableSasl=true is not supported",
                "initLimit=5;syncLimit=5;oraclePath=/x # oraclePath is not supported",
                "group.1=1:2 # Server 3 is not in a group",
                "group.1=1:2:3;group.2=3 # Server 3 is in multiple groups",
                "group.1=1:2:3:4 # group.1 has server 4, which does not vote",
                "group.x=1:2:3 # the group id x is not a number",
                "group.1=1:2:x # the server id x is not a number",
                "weight.1=1 # is not in a group",
                "group.1=1:2:3;weight.1=x # the weight x is not a number",
                "group.1=1:2:3;weight.1=-1 # weight.1=-1 is below zero",
                "group.1=1:2:3;weight.1=0;weight.2=0;weight.3=0 # no server has a weight above zero",
            })
    void whatCannotBeServedIsRefused(String lines, String reason) {
        String message = refusal(THREE + lines.replace(';', '\n'));
        assertTrue(message.contains(reason), message);
    }

    @Test
    void aServerMustKnowWhoItIs() throws Exception {
        Files.writeString(folder.resolve("myid"), "9");
        assertTrue(refusal(LIMITS + THREE).contains("My id 9 not in the peer list"));
        Files.delete(folder.resolve("myid"));
        Path other = Files.createDirectories(folder.resolve("other"));
        String elsewhere = "dataDir=" + other + "\nclientPort=1\n" + LIMITS + THREE;
        Path zooCfg = Files.writeString(other.resolve("zoo.cfg"), elsewhere);
        ConfigException missing = assertThrows(ConfigException.class, () -> ZooCfg.parse(zooCfg, new Properties()));
        assertTrue(missing.getMessage().contains("myid file is missing"), missing.getMessage());
    }

    @Test
    void whatIsOutOfRangeIsReplacedAndWarnedAbout() throws Exception {
        ServerConfig config = server(
                LIMITS + THREE + "electionPortBindRetry=-1\ncommitLogCount=7\nsnapshotSizeFactor=2\ncnxTimeout=0\n");
        assertEquals(4, config.warnings().size(), config.warnings().toString());
        EnsembleConfig ensemble = config.ensemble().orElseThrow();
        assertEquals(3, ensemble.network().bindAttemptsMax());
        assertEquals(0.33, ensemble.synchronisation().snapshotSizeFactor());
        assertEquals(5000, ensemble.limits().electionConnectMs());
    }
}
