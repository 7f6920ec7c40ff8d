package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.data.TreeView;
import io.lyrebird.compat.support.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers of both makers in one ensemble: what clients write through any of them is the same on all. */
class MixedEnsembleTest {
    /** Digests are remembered of every 128th zxid. */
    private static final int TXNS_FOR_A_DIGEST = 300;

    @TempDir
    Path folder;

    static List<String> mixes() {
        return Mixes.ofThree().toList();
    }

    @ParameterizedTest
    @MethodSource("mixes")
    void whatIsWrittenThroughAnyOfThemIsOnAllOfThemThroughALostLeaderAndARestartOfAll(String mix) throws Exception {
        try (Ensemble ensemble = new Ensemble(folder, mix).start()) {
            Member first = ensemble.leader();
            assertEquals(3, first.id(), "the highest id leads among equals");
            writeThroughAll(ensemble, "a");
            ensemble.assertSameTrees();
            assertSameConfig(ensemble);

            first.server().kill();
            Member second = ensemble.leader();
            assertFalse(second == first);
            ensemble.awaitServing(ensemble.others(first));
            try (ZooKeeper client = second.connect()) {
                create(client, "/without-" + first.id());
            }
            ensemble.start();
            writeThroughAll(ensemble, "b");
            SortedMap<String, TreeView.Node> before = ensemble.assertSameTrees();
            assertNotNull(before.get("/without-" + first.id()));
            assertDigestsAreShared(ensemble);

            ensemble.stopAll();
            ensemble.start();
            TreeView.assertSame(before, ensemble.assertSameTrees());
            ensemble.assertNoComplaints();
        }
    }

    @ParameterizedTest
    @MethodSource("mixesWithObserver")
    void anObserverHasWhatTheOthersHaveAndNoVote(String mix) throws Exception {
        Ensemble.Settings settings = Ensemble.Settings.plain().withObservers(4);
        try (Ensemble ensemble = new Ensemble(folder, mix, settings).start()) {
            Member observer = ensemble.member(4);
            assertEquals("observer", observer.mode().orElseThrow());
            writeThroughAll(ensemble, "a");
            ensemble.assertSameTrees();

            // what it misses comes to it when it is back
            observer.server().kill();
            try (ZooKeeper client = ensemble.member(1).connect()) {
                create(client, "/without-observer");
            }
            ensemble.start();
            writeThroughAll(ensemble, "b");
            assertNotNull(ensemble.assertSameTrees().get("/without-observer"));

            // with one voter of three it cannot make a quorum
            ensemble.member(1).server().kill();
            ensemble.member(2).server().kill();
            Await.until(
                    "nobody leads without a quorum",
                    Duration.ofSeconds(30),
                    () -> ensemble.member(3).mode().isEmpty() && observer.mode().isEmpty());
            ensemble.start();
            ensemble.assertSameTrees();
        }
    }

    static List<String> mixesWithObserver() {
        return Mixes.chosen("AAAL,LLLA").toList();
    }

    /** Half of a half: two groups of three that count, and a quorum is most of the weight in most of the groups. */
    @ParameterizedTest
    @MethodSource("mixesInGroups")
    void groupsWithWeightsElectAndCommit(String mix) throws Exception {
        Ensemble.Settings settings = Ensemble.Settings.plain()
                .with("group.1", "1:2")
                .with("group.2", "3:4")
                .with("group.3", "5")
                .with("weight.1", 1)
                .with("weight.2", 1)
                .with("weight.3", 3)
                .with("weight.4", 1)
                .with("weight.5", 1);
        try (Ensemble ensemble = new Ensemble(folder, mix, settings).start()) {
            writeThroughAll(ensemble, "a");
            ensemble.assertSameTrees();
            // server 3 has most of the weight in group 2, and with group 3 that is most of the groups
            for (int id : new int[] {1, 2, 4}) {
                ensemble.member(id).server().kill();
            }
            ensemble.awaitServing(List.of(ensemble.member(3), ensemble.member(5)));
            try (ZooKeeper client = ensemble.member(5).connect()) {
                create(client, "/two-of-five");
            }
            ensemble.start();
            assertNotNull(ensemble.assertSameTrees().get("/two-of-five"));
        }
    }

    static List<String> mixesInGroups() {
        return Mixes.chosen("LAALL").toList();
    }

    // ---- writes

    private static void writeThroughAll(Ensemble ensemble, String name) throws Exception {
        for (Member member : ensemble.members()) {
            try (ZooKeeper client = member.connect()) {
                String mine = "/" + name + member.id();
                create(client, mine);
                for (int i = 0; i < TXNS_FOR_A_DIGEST / ensemble.members().size() / 2; i++) {
                    client.setData(mine, Contents.bytes("value " + i), i);
                }
                // an ephemeral that goes with its session
                client.create(mine + "/e-", null, Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL_SEQUENTIAL);
                client.create(mine + "/s-", null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
                if (name.equals("a") && member.id() == 1) {
                    Contents.fill(client);
                }
            }
        }
    }

    private static void create(ZooKeeper client, String path) throws Exception {
        client.create(path, Contents.bytes(path), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    private static void assertSameConfig(Ensemble ensemble) throws Exception {
        Set<String> configs = new TreeSet<>();
        for (Member member : ensemble.members()) {
            try (ZooKeeper client = member.connect()) {
                configs.add(new String(client.getConfig(false, null), StandardCharsets.UTF_8));
            }
        }
        assertEquals(1, configs.size(), configs::toString);
    }

    /** A digest that only one member remembers has not been compared with anything. */
    private static void assertDigestsAreShared(Ensemble ensemble) throws Exception {
        Map<String, Integer> members = new TreeMap<>();
        for (Member member : ensemble.members()) {
            Ensemble.digests(member).keySet().forEach(zxid -> members.merge(zxid, 1, Integer::sum));
        }
        assertTrue(members.containsValue(ensemble.members().size()), () -> "no digest that all have: " + members);
    }
}
