package io.lyrebird.compat.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers in the same state answer the four letter words alike, but for times, ports, sizes and the version. */
class FourLetterWordsAgainstApacheTest {
    /** Lines that depend on nothing but the state of the tree, the sessions and the watches. */
    private static final List<String> COMPARED_FIGURES = List.of(
            "zk_server_state",
            "zk_znode_count",
            "zk_ephemerals_count",
            "zk_watch_count",
            "zk_approximate_data_size",
            "zk_global_sessions",
            "zk_local_sessions",
            "zk_num_alive_connections",
            "zk_outstanding_requests",
            "zk_auth_failed_count",
            "zk_connection_drop_probability",
            "zk_max_client_response_size",
            "zk_min_client_response_size",
            "zk_last_client_response_size",
            "zk_cnt_readlatency",
            "zk_cnt_updatelatency",
            "zk_connection_request_count",
            "zk_stale_sessions_expired");

    @TempDir
    Path folder;

    private ServerUnderTest start(ServerUnderTest server) throws Exception {
        server.start();
        return server;
    }

    private Path folder(String name) throws Exception {
        return Files.createDirectory(folder.resolve(name));
    }

    @Test
    void serversInTheSameStateGiveTheSameAnswers() throws Exception {
        try (ServerUnderTest apache = start(new ApacheServer(folder("apache")));
                ServerUnderTest other = start(Servers.underTest(folder("other")))) {
            Map<String, String> expected = answersOf(apache);
            Map<String, String> actual = answersOf(other);
            for (Map.Entry<String, String> answer : expected.entrySet()) {
                assertEquals(answer.getValue(), actual.get(answer.getKey()), "the answer to " + answer.getKey());
            }
        }
    }

    /** Brings a server into a known state and asks it everything. */
    private static Map<String, String> answersOf(ServerUnderTest server) throws Exception {
        Map<String, String> answers = new TreeMap<>();
        try (ZooKeeper first = Clients.connect(server.connectString(), 10_000);
                ZooKeeper second = Clients.connect(server.connectString(), 20_000)) {
            Normaliser normaliser = new Normaliser(first.getSessionId(), second.getSessionId());
            assertEquals("Connection stats reset.\n", server.ask("crst"));
            assertEquals("Server stats reset.\n", server.ask("srst"));
            work(first, second);
            // Apache answers a request before it takes it off the books.
            Await.until(
                    "nothing is queued",
                    Duration.ofSeconds(10),
                    () -> !server.ask("cons").matches("(?s).*queued=[1-9].*"));
            for (String word : List.of("cons", "stat", "srvr")) {
                answers.put(word, normaliser.connections(server.ask(word)));
            }
            answers.put("conf", normaliser.configuration(server.ask("conf"), server));
            answers.put("dirs", server.ask("dirs").replaceAll("\\d+", "N"));
            answers.put("dump", normaliser.dump(server.ask("dump")));
            answers.put("envi", server.ask("envi").replaceAll("(?m)=.*$", ""));
            for (String word : List.of("wchc", "wchp")) {
                answers.put(word, normaliser.groups(server.ask(word)));
            }
            for (String word : List.of("wchs", "gtmk", "isro", "ruok", "hash")) {
                answers.put(word, server.ask(word));
            }
            answers.put("mntr", figures(server.ask("mntr")));
            answers.put("stmk", setTraceMask(server, 5) + server.ask("gtmk"));
            assertEquals("Connection stats reset.\n", server.ask("crst"));
            answers.put("cons after crst", normaliser.connections(server.ask("cons")));
            assertEquals("Server stats reset.\n", server.ask("srst"));
            answers.put("srvr after srst", normaliser.connections(server.ask("srvr")));
        }
        return answers;
    }

    private static void work(ZooKeeper first, ZooKeeper second) throws Exception {
        byte[] data = new byte[10];
        first.create("/a", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        first.create("/a/e1", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
        first.create("/a/e2", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
        first.getData("/a", true, null);
        first.exists("/nope", true);
        first.getChildren("/a", true);
        first.addWatch("/p", AddWatchMode.PERSISTENT_RECURSIVE);
        first.addWatch("/q", AddWatchMode.PERSISTENT);
        second.create("/b", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
        // Kept, since Apache goes on to list a session whose last ephemeral was deleted.
        second.create("/c", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
        second.getData("/a", true, null);
        second.setData("/b", new byte[3], -1);
        second.multi(List.of(Op.check("/a", -1), Op.delete("/b", -1)));
        try {
            second.delete("/none", -1);
        } catch (KeeperException.NoNodeException e) {
            // an operation that fails shows as NA in cons
        }
    }

    private static String figures(String mntr) {
        Map<String, String> all = mntr.lines()
                .map(line -> line.split("\t", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        assertTrue(all.get("zk_version").matches("3\\.9\\.5-.*, built on .* UTC"), all.get("zk_version"));
        return COMPARED_FIGURES.stream().map(name -> name + "=" + all.get(name)).collect(Collectors.joining("\n"));
    }

    private static String setTraceMask(ServerUnderTest server, long mask) throws Exception {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(request);
        out.writeBytes("stmk");
        out.writeLong(mask);
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            socket.getOutputStream().write(request.toByteArray());
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void wordsThatAreNotAllowedAreRefusedAlike() throws Exception {
        ServerOptions strict = ServerOptions.defaults().with("4lw.commands.whitelist", "ruok, foo bar");
        try (ServerUnderTest apache = start(new ApacheServer(folder("apache"), strict));
                ServerUnderTest other = start(Servers.underTest(folder("other"), strict))) {
            for (String word :
                    "conf cons crst dirs dump envi gtmk ruok stmk srst stat wchc wchp wchs mntr isro hash".split(" ")) {
                assertEquals(apache.ask(word), other.ask(word), word);
            }
        }
    }

    /** Replaces what cannot be the same on two servers. */
    private static final class Normaliser {
        private final String firstSession;
        private final String secondSession;

        Normaliser(long firstSession, long secondSession) {
            this.firstSession = "0x" + Long.toHexString(firstSession);
            this.secondSession = "0x" + Long.toHexString(secondSession);
        }

        private String sessions(String answer) {
            return answer.replace(firstSession, "FIRST").replace(secondSession, "SECOND");
        }

        /** Apache shows connections in no order; epochs may differ, and so may the counts that include this asking. */
        String connections(String answer) {
            String normal = sessions(answer)
                    .replaceAll("3\\.9\\.5-.*, built on .* UTC", "VERSION")
                    .replaceAll("/127.0.0.1:\\d+", "CLIENT")
                    .replaceAll("(est|lresp|llat|minlat|avglat|maxlat)=\\d+", "$1=N")
                    .replaceAll("(?m)^Latency min/avg/max: \\d+/\\d+\\.\\d{1,4}/\\d+$", "LATENCY")
                    .replaceAll("(?m)^(Received|Sent): \\d+$", "$1: N")
                    .replaceAll("([zZ]xid(?:=|: )0x)(?!f{16})[0-9a-f]{1,8}([0-9a-f]{8})", "$1$2")
                    .replaceAll("([zZ]xid(?:=|: )0x)(?!f{16})0*([0-9a-f])", "$1$2");
            List<String> clients =
                    normal.lines().filter(line -> line.startsWith(" ")).sorted().toList();
            List<String> others =
                    normal.lines().filter(line -> !line.startsWith(" ")).toList();
            return String.join("\n", clients) + "\n" + String.join("\n", others);
        }

        String configuration(String answer, ServerUnderTest server) {
            assertTrue(answer.contains("dataDir=" + server.dataDir()), answer);
            return answer.replaceAll("(?m)^(clientPort|data\\w+)=.*$", "$1=X");
        }

        /** How many share a bucket of expiry depends on the moment. */
        String dump(String answer) {
            Set<String> inOrderOfNothing = new TreeSet<>();
            StringBuilder normal = new StringBuilder();
            String text = sessions(answer)
                    .replaceAll("Sets \\(\\d+\\)", "Sets (N)")
                    .replaceAll("(?m)^\\d+ expire at \\w{3} \\w{3} \\d+ [\\d:]{8} \\w+ \\d{4}:$\n", "")
                    .replaceAll("/127.0.0.1:\\d+", "CLIENT");
            for (String line : text.split("\n")) {
                if (line.startsWith("\t") || line.startsWith("FIRST:") || line.startsWith("SECOND:")) {
                    inOrderOfNothing.add(line);
                } else {
                    normal.append(String.join("\n", inOrderOfNothing))
                            .append('\n')
                            .append(line)
                            .append('\n');
                    inOrderOfNothing.clear();
                }
            }
            return normal + String.join("\n", inOrderOfNothing);
        }

        String groups(String answer) {
            Map<String, Set<String>> groups = new TreeMap<>();
            Set<String> members = new TreeSet<>();
            for (String line : sessions(answer).split("\n")) {
                if (line.startsWith("\t")) {
                    members.add(line);
                } else {
                    members = new TreeSet<>();
                    groups.put(line, members);
                }
            }
            assertTrue(answer.endsWith("\n\n"), answer);
            return groups.toString();
        }
    }
}
