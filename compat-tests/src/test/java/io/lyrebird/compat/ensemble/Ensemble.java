package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.data.TreeView;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.FreePorts;
import io.lyrebird.compat.support.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** Several servers, each in a process of its own, that form one service. Closing it ends them all. */
final class Ensemble implements AutoCloseable {
    static final int TICK_MS = 500;

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<Member> members = new ArrayList<>();
    private final PeerPorts ports;

    /**
     * How an ensemble differs from a plain one.
     *
     * @param observers   ids of those without a vote
     * @param partitioned the ways between the members can be cut
     * @param server      lines of zoo.cfg and JVM options of all members
     */
    record Settings(List<Integer> observers, boolean partitioned, ServerOptions server) {
        static Settings plain() {
            return new Settings(List.of(), false, ServerOptions.defaults());
        }

        Settings withObservers(Integer... ids) {
            return new Settings(List.of(ids), partitioned, server);
        }

        Settings withPartitions() {
            return new Settings(observers, true, server);
        }

        Settings with(String key, Object value) {
            return new Settings(observers, partitioned, server.with(key, value));
        }

        Settings withJvmFlag(String flag) {
            return new Settings(observers, partitioned, server.withJvmFlag(flag));
        }
    }

    Ensemble(Path folder, String mix) throws IOException {
        this(folder, mix, Settings.plain());
    }

    Ensemble(Path folder, String mix, Settings settings) throws IOException {
        ports = new PeerPorts(mix.length(), settings.partitioned());
        for (int id = 1; id <= mix.length(); id++) {
            Path home = Files.createDirectories(folder.resolve("member-" + id));
            members.add(new Member(id, home, options(id, mix.length(), settings), Kind.of(mix.charAt(id - 1))));
        }
    }

    private ServerOptions options(int reader, int size, Settings settings) {
        ServerOptions options = settings.server()
                .with("clientPort", FreePorts.next())
                .with("tickTime", TICK_MS)
                .with("initLimit", 20)
                .with("syncLimit", 6)
                .with("maxSessionTimeout", 60_000)
                .with("extendedTypesEnabled", "true")
                .with("DigestAuthenticationProvider.superDigest", Contents.SUPER_DIGEST);
        for (int id = 1; id <= size; id++) {
            String role = settings.observers().contains(id) ? ":observer" : "";
            options = options.with("server." + id, ports.address(reader, id) + role);
        }
        return settings.observers().contains(reader) ? options.with("peerType", "observer") : options;
    }

    List<Member> members() {
        return members;
    }

    Member member(int id) {
        return members.get(id - 1);
    }

    /** Of all of them. */
    String connectString() {
        return members.stream().map(Member::connectString).collect(Collectors.joining(","));
    }

    Cuts cuts() {
        return ports.cuts();
    }

    /** Nobody reaches this member, and it reaches nobody. */
    void isolate(Member isolated) {
        for (Member other : members) {
            if (other != isolated) {
                cuts().cut(isolated.id(), other.id());
                cuts().cut(other.id(), isolated.id());
            }
        }
    }

    // ---- life

    /** Launches all that are down, and waits until all serve. The last one is there first: among equals it leads. */
    Ensemble start() throws Exception {
        for (int id = members.size(); id >= 1; id--) {
            Member member = member(id);
            if (!member.server().isRunning()) {
                member.server().launch();
                Await.holdsWithin(LIMIT, () -> !member.server().isRunning() || member.answers());
            }
        }
        awaitServing(members);
        return this;
    }

    void awaitServing(List<Member> awaited) throws Exception {
        for (Member member : awaited) {
            boolean serves = Await.holdsWithin(
                    LIMIT, () -> !member.server().isRunning() || member.mode().isPresent());
            if (!serves || !member.server().isRunning()) {
                throw new AssertionError(member + " does not serve; its output was:\n" + tail(member.log()));
            }
        }
    }

    void stopAll() throws Exception {
        for (Member member : members) {
            member.server().stop();
        }
    }

    /** The one that leads now; waits for an election to end. */
    Member leader() throws Exception {
        Await.until("a leader", LIMIT, () -> members.stream().anyMatch(Member::leads));
        return members.stream().filter(Member::leads).findFirst().orElseThrow();
    }

    List<Member> others(Member than) {
        return members.stream().filter(member -> member != than).toList();
    }

    // ---- what they have

    /** All have the same tree, to the last field of the last stat, and the same digests of its past. */
    SortedMap<String, TreeView.Node> assertSameTrees() throws Exception {
        List<ZooKeeper> clients = new ArrayList<>();
        try {
            for (Member member : members) {
                clients.add(member.connect());
            }
            // the sessions above are txns, and have come to everybody after these
            for (ZooKeeper client : clients) {
                sync(client);
            }
            SortedMap<String, TreeView.Node> first = tree(clients.get(0));
            for (int i = 1; i < clients.size(); i++) {
                try {
                    TreeView.assertSame(first, tree(clients.get(i)));
                } catch (AssertionError e) {
                    throw new AssertionError(members.get(0) + " and " + members.get(i) + ": " + e.getMessage(), e);
                }
            }
            assertSameDigests();
            return first;
        } finally {
            for (ZooKeeper client : clients) {
                client.close();
            }
        }
    }

    /** Without the one node that each server makes for itself. */
    private static SortedMap<String, TreeView.Node> tree(ZooKeeper client) throws Exception {
        SortedMap<String, TreeView.Node> tree = TreeView.of(client);
        tree.remove(ZooDefs.CONFIG_NODE);
        return tree;
    }

    private static void sync(ZooKeeper client) throws Exception {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        client.sync("/", (code, path, context) -> done.complete(code), null);
        assertEquals(0, done.get(20, TimeUnit.SECONDS));
    }

    /** The digests that several members remember of the same zxid are equal; of a past long enough there are some. */
    private void assertSameDigests() throws IOException {
        Map<String, String> known = new TreeMap<>();
        for (Member member : members) {
            digests(member).forEach((zxid, digest) -> {
                String other = known.putIfAbsent(zxid, digest);
                assertEquals(other == null ? digest : other, digest, "the digest of " + member + " at " + zxid);
            });
        }
    }

    /** By zxid. */
    static Map<String, String> digests(Member member) throws IOException {
        return Arrays.stream(member.server().ask("hash").split("\n"))
                .map(line -> line.trim().split("\\s+"))
                .filter(words -> words.length >= 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[words.length - 1], (a, b) -> b));
    }

    /** Nobody has found a digest that is not its own. */
    void assertNoComplaints() throws IOException {
        for (Member member : members) {
            String log = member.log();
            for (String complaint : List.of("Digests are not matching", "digest mismatch", "CRC corruption")) {
                assertFalse(log.contains(complaint), () -> member + ": " + complaint);
            }
        }
    }

    static String tail(String text) {
        return text.length() < 6000 ? text : "..." + text.substring(text.length() - 6000);
    }

    @Override
    public void close() throws IOException {
        members.forEach(member -> member.server().close());
        ports.close();
    }
}
