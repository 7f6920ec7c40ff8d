package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.compat.support.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The members of two ensembles in the same state, each by one maker, answer the four letter words alike. */
class WordsOfAnEnsembleTest {
    private static final int NODES = 20;
    /** What depends on the role and the state alone. */
    private static final List<String> FIGURES = List.of(
            "zk_server_state",
            "zk_peer_state",
            "zk_quorum_size",
            "zk_learners",
            "zk_synced_followers",
            "zk_synced_non_voting_followers",
            "zk_synced_observers",
            "zk_pending_syncs",
            "zk_last_proposal_size",
            "zk_max_proposal_size",
            "zk_min_proposal_size",
            "zk_znode_count",
            "zk_ephemerals_count",
            "zk_approximate_data_size",
            "zk_global_sessions",
            "zk_local_sessions",
            "zk_num_alive_connections",
            "zk_outstanding_requests");

    @TempDir
    Path folder;

    @Test
    void leaderFollowerAndObserverAnswerAsApachesDo() throws Exception {
        Map<String, String> expected = answersOf("AAAA");
        Map<String, String> actual = answersOf("LLLL");
        List<String> differences = new ArrayList<>();
        expected.forEach((question, answer) -> {
            if (!answer.equals(actual.get(question))) {
                differences.add(question + ": Apache says\n" + answer + "\nLyrebird says\n" + actual.get(question));
            }
        });
        assertEquals("", String.join("\n\n", differences));
    }

    private Map<String, String> answersOf(String mix) throws Exception {
        Map<String, String> answers = new TreeMap<>();
        Path home = Files.createDirectory(folder.resolve(mix));
        try (Ensemble ensemble =
                        new Ensemble(home, mix, Ensemble.Settings.plain().withObservers(4)).start();
                ZooKeeper client = ensemble.member(1).connect()) {
            for (int i = 0; i < NODES; i++) {
                CreateMode mode = i == 0 ? CreateMode.PERSISTENT : CreateMode.EPHEMERAL;
                client.create(i == 0 ? "/a" : "/a/" + i, new byte[i], ZooDefs.Ids.OPEN_ACL_UNSAFE, mode);
            }
            assertEquals(3, ensemble.leader().id());
            for (Member member : ensemble.members()) {
                String zxid = zxid(ensemble.member(3));
                Await.until(
                        "all is applied",
                        Duration.ofSeconds(20),
                        () -> zxid(member).equals(zxid));
                for (String word : List.of("srvr", "stat", "conf", "dirs", "isro", "ruok", "wchs", "mntr")) {
                    answers.put(
                            member.id() + " " + word,
                            normal(word, member.server().ask(word)));
                }
            }
        }
        return answers;
    }

    private static String zxid(Member member) throws Exception {
        return member.server()
                .ask("srvr")
                .lines()
                .filter(line -> line.startsWith("Zxid:"))
                .findFirst()
                .orElse("none");
    }

    private static String normal(String word, String answer) {
        return switch (word) {
            case "mntr" -> figures(answer);
            case "conf" ->
                answer.replaceAll("(?m)^(clientPort|electionPort|quorumPort|data\\w+)=.*$", "$1=X")
                        .replaceAll("127.0.0.1:\\d+:\\d+", "HOST:PORT:PORT");
            case "dirs" -> answer.replaceAll("\\d+", "N");
            default ->
                answer.replaceAll("3\\.9\\.5-.*, built on .* UTC", "VERSION")
                        .replaceAll("(?m)^ /127.0.0.1:\\d+.*$", "CLIENT")
                        .replaceAll("(?m)^Latency min/avg/max: .*$", "LATENCY")
                        .replaceAll("(?m)^(Received|Sent): \\d+$", "$1: N");
        };
    }

    private static String figures(String mntr) {
        Map<String, String> all = mntr.lines()
                .map(line -> line.split("\t", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        return FIGURES.stream().map(name -> name + "=" + all.get(name)).collect(Collectors.joining("\n"));
    }
}
