package io.lyrebird.compat.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.zookeeper.server.quorum.QuorumPeer.LearnerType;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.flexible.QuorumVerifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random ensembles from a seed, read by Apache's parser and by ours: the same members, the same quorums, the same text
 * for the other servers, the same refusals.
 */
class EnsembleCfgAgainstApacheTest {
    private static final int FILES = 1_500;
    private static final long SEED = 20261118;

    /** What Apache takes and this server does not serve; it says so. */
    private static final List<String> REFUSED_HERE_ONLY = List.of(
            "not in the peer list",
            "which does not vote",
            "is below zero",
            "no server has a weight above zero",
            "are too long",
            "clientPort is not set",
            "is not supported");

    private static final String[] HOSTS = {"127.0.0.1", "localhost", "[::1]", "10.1.2.3", "[fe80::7]", "0.0.0.0"};
    private static final String[] ROLES = {"", "", "", ":participant", ":observer", ":PARTICIPANT", ":Observer", ":king"
    };
    private static final String[] CLIENTS = {"", "", ";2181", ";127.0.0.1:2181", ";[::1]:2182", ";localhost:2183", ";x"
    };
    private static final long[] IDS = {1, 2, 3, 4, 5, 7, 17, 33, 255, 4_294_967_297L, -3};

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
    void forgetWhatApacheRemembers() {
        QuorumPeerConfig.setStandaloneEnabled(true);
        QuorumPeerConfig.setReconfigEnabled(false);
        System.setProperties((Properties) systemProperties.clone());
    }

    @Test
    void randomEnsemblesAreReadAlike() throws Exception {
        SplittableRandom seeds = new SplittableRandom(SEED);
        int ensembles = 0;
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            SplittableRandom random = seeds.split();
            Path file = write(random);
            System.setProperty("zookeeper.multiAddress.enabled", Boolean.toString(random.nextInt(3) > 0));
            Properties given = (Properties) System.getProperties().clone();
            Optional<QuorumPeerConfig> apache = readByApache(file);
            String where = "file " + i + " of seed " + SEED + ":\n" + Files.readString(file);
            try {
                ServerConfig ours = ZooCfg.parse(file, given);
                assertTrue(apache.isPresent(), "Apache refuses, we do not: " + where);
                assertEquals(apache.get().isDistributed(), ours.ensemble().isPresent(), where);
                if (ours.ensemble().isPresent()) {
                    compare(apache.get(), ours.ensemble().get(), where);
                    ensembles++;
                }
            } catch (ConfigException e) {
                boolean knownDifference = REFUSED_HERE_ONLY.stream().anyMatch(e.getMessage()::contains);
                assertTrue(
                        apache.isEmpty() || knownDifference, "we refuse, Apache does not: " + e.getMessage() + where);
                refused++;
            } finally {
                forgetWhatApacheRemembers();
            }
        }
        assertTrue(ensembles > FILES / 10 && refused > FILES / 10, ensembles + " ensembles, " + refused + " refused");
    }

    private Path write(SplittableRandom random) throws Exception {
        List<Long> ids = new ArrayList<>();
        List<String> members = members(random, ids);
        Files.writeString(folder.resolve("myid"), (random.nextInt(20) == 0 ? 99 : ids.get(0)) + "\n");
        List<String> lines = new ArrayList<>(List.of("dataDir=" + folder, "clientPort=2181"));
        addSometimes(random, 9, lines, "initLimit=" + (random.nextInt(20) == 0 ? -1 : random.nextInt(1, 20)));
        addSometimes(random, 9, lines, "syncLimit=" + random.nextInt(1, 20));
        addSometimes(random, 2, lines, "connectToLearnerMasterLimit=" + random.nextInt(20));
        addSometimes(random, 2, lines, "peerType=" + (random.nextBoolean() ? "observer" : "participant"));
        addSometimes(random, 2, lines, "standaloneEnabled=" + random.nextBoolean());
        addSometimes(random, 2, lines, "quorumListenOnAllIPs=" + random.nextBoolean());
        if (random.nextInt(4) == 0) {
            String version = random.nextBoolean() ? "" : "." + Long.toHexString(random.nextInt(Integer.MAX_VALUE));
            Path dynamic = folder.resolve("zoo.cfg.dynamic" + version);
            Files.write(dynamic, members);
            lines.add("dynamicConfigFile=" + dynamic);
        } else {
            lines.addAll(members);
        }
        return Files.write(folder.resolve("zoo.cfg"), lines);
    }

    private static List<String> members(SplittableRandom random, List<Long> ids) {
        List<String> members = new ArrayList<>();
        int count = random.nextInt(1, 7);
        boolean sound = random.nextInt(3) > 0;
        for (int i = 0; i < count; i++) {
            long id = IDS[random.nextInt(IDS.length)];
            if (!ids.contains(id)) {
                ids.add(id);
                members.add("server." + id + "=" + member(random, id, sound));
            }
        }
        if (random.nextInt(3) == 0) {
            List<StringBuilder> groups = new ArrayList<>();
            for (long id : ids) {
                if (groups.isEmpty() || random.nextInt(3) == 0) {
                    groups.add(new StringBuilder());
                }
                StringBuilder group = groups.get(random.nextInt(groups.size()));
                group.append(group.length() == 0 ? "" : ":").append(id);
                addSometimes(random, 4, members, "weight." + id + "=" + random.nextInt(4));
            }
            for (int i = 0; i < groups.size(); i++) {
                if (groups.get(i).length() > 0 && random.nextInt(20) > 0) {
                    members.add("group." + (i + 1) + "=" + groups.get(i));
                }
            }
        }
        return members;
    }

    private static String member(SplittableRandom random, long id, boolean sound) {
        int port = (int) (Math.abs(id) % 1000);
        StringBuilder line = new StringBuilder();
        for (int n = random.nextInt(8) == 0 ? 2 : 1; n > 0; n--) {
            line.append(line.length() == 0 ? "" : "|")
                    .append(n == 2 ? "127.0.0.2" : pick(random, HOSTS))
                    .append(":" + (2000 + port) + ":" + (3000 + port));
        }
        String role = pick(random, ROLES);
        String client = pick(random, CLIENTS);
        return line + (sound && role.equals(":king") ? "" : role) + (sound && client.equals(";x") ? "" : client);
    }

    private static void addSometimes(SplittableRandom random, int ofTen, List<String> lines, String line) {
        if (random.nextInt(10) < ofTen) {
            lines.add(line);
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

    /** Where ids fall together in Apache's hash tables, their order depends on more than the ids. */
    private static String text(String text, boolean ordered) {
        return ordered
                ? text
                : text.lines()
                        .map(line -> line.startsWith("group.") ? sorted(line.split("[=:]"), ":") : line)
                        .sorted()
                        .collect(Collectors.joining("\n"));
    }

    private static String sorted(String[] parts, String separator) {
        return Arrays.stream(parts).sorted().collect(Collectors.joining(separator));
    }

    private static void compare(QuorumPeerConfig apache, EnsembleConfig ours, String where) {
        QuorumVerifier verifier = apache.getQuorumVerifier();
        boolean smallIds = ours.members().stream().allMatch(member -> member.id() > 0 && member.id() < 8);
        assertEquals(text(verifier.toString(), smallIds), text(ours.text(), smallIds), where);
        assertEquals(verifier.getVersion(), ours.version(), where);
        assertEquals(apache.getServerId(), ours.myId(), where);
        assertEquals(apache.getInitLimit(), ours.limits().initTicks(), where);
        assertEquals(apache.getSyncLimit(), ours.limits().syncTicks(), where);
        int connectTicks = apache.getConnectToLearnerMasterLimit();
        assertEquals(
                connectTicks == 0 ? apache.getInitLimit() : connectTicks,
                ours.limits().connectTicks(),
                where);
        assertEquals(
                apache.getPeerType() == LearnerType.PARTICIPANT, ours.self().participant(), where);
        assertEquals(apache.getQuorumListenOnAllIPs(), ours.network().listenOnAllIps(), where);
        long[] voters = ours.members().stream()
                .filter(Member::participant)
                .mapToLong(Member::id)
                .toArray();
        for (long bits = 0; bits < 1L << voters.length; bits++) {
            Set<Long> servers = new HashSet<>();
            for (int i = 0; i < voters.length; i++) {
                if ((bits & 1L << i) != 0) {
                    servers.add(voters[i]);
                }
            }
            assertEquals(verifier.containsQuorum(servers), ours.quorumRule().isQuorum(bits), servers + " of " + where);
        }
    }
}
