package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.data.TreeView;
import io.lyrebird.compat.support.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The three ways in which a leader brings a server to its own history, each between servers of both makers in both
 * directions. Which one it was is read from the log of whichever of the two is Apache's.
 */
class SyncKindsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** Apache's leaders keep the last 500 in memory. */
    private static final int MORE_THAN_IS_KEPT = 700;

    private enum Way {
        DIFF("Getting a diff from the leader", "Sending DIFF zxid=\\S+ +for peer sid: %d"),
        SNAP("Getting a snapshot from leader", "Sending snapshot last zxid of peer"),
        TRUNC("Truncating log to get in sync", "Sending TRUNC to follower zxidToSend=\\S+ for peer sid:%d");

        private final String learnerSays;
        private final String leaderSays;

        Way(String learnerSays, String leaderSays) {
            this.learnerSays = learnerSays;
            this.leaderSays = leaderSays;
        }
    }

    @TempDir
    Path folder;

    /** The last one leads, the first one is brought to its history. */
    static List<String> pairs() {
        return Mixes.chosen("LAA,ALL").toList();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aServerThatMissedALittleGetsADiff(String mix) throws Exception {
        try (Ensemble ensemble = new Ensemble(folder, mix).start()) {
            Member learner = ensemble.member(1);
            write(ensemble.leader(), "/before", 10);
            learner.server().stop();
            write(ensemble.leader(), "/missed", 20);
            launchAndCheck(ensemble, learner, Way.DIFF);
            assertNotNull(ensemble.assertSameTrees().get("/missed"));
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aServerThatHasNothingGetsASnapshotWithWhatTheOtherMakerHadWritten(String mix) throws Exception {
        Ensemble.Settings settings = Ensemble.Settings.plain().withJvmFlag("-Dzookeeper.snapshotSizeFactor=-1");
        try (Ensemble ensemble = new Ensemble(folder, "A".repeat(mix.length()), settings).start()) {
            try (ZooKeeper client = ensemble.leader().connect()) {
                Contents.fill(client);
            }
            write(ensemble.leader(), "/before", MORE_THAN_IS_KEPT);
            SortedMap<String, TreeView.Node> before = ensemble.assertSameTrees();
            ensemble.stopAll();
            for (Member member : ensemble.members()) {
                if (Kind.of(mix.charAt(member.id() - 1)) != member.kind()) {
                    member.become(Kind.LYREBIRD);
                }
            }
            Member learner = ensemble.member(1);
            clear(learner);
            for (Member member : ensemble.others(learner)) {
                member.server().launch();
            }
            ensemble.awaitServing(ensemble.others(learner));
            launchAndCheck(ensemble, learner, Way.SNAP);
            TreeView.assertSame(before, ensemble.assertSameTrees());

            // and what it has got is good for a start of its own
            learner.server().stop();
            learner.server().launch();
            ensemble.awaitServing(List.of(learner));
            TreeView.assertSame(before, ensemble.assertSameTrees());
        }
    }

    /** The last one leads, and has a txn that nobody else has when all of them are killed. */
    static List<String> pairsForTrunc() {
        return Mixes.chosen("AAL,LLA").toList();
    }

    @ParameterizedTest
    @MethodSource("pairsForTrunc")
    void aServerThatHasWhatNobodyElseHasIsTruncated(String mix) throws Exception {
        try (Ensemble ensemble = new Ensemble(folder, mix).start()) {
            Member old = ensemble.leader();
            assertEquals(mix.length(), old.id());
            write(old, "/before", 10);
            loseATxn(ensemble, old);

            List<Member> rest = ensemble.others(old);
            for (Member member : rest) {
                member.server().launch();
            }
            ensemble.awaitServing(rest);
            launchAndCheck(ensemble, old, Way.TRUNC);
            write(ensemble.leader(), "/after", 10);
            SortedMap<String, TreeView.Node> tree = ensemble.assertSameTrees();
            assertNull(tree.get("/lost"));
            assertNotNull(tree.get("/after"));

            // it is not in its log either
            old.server().kill();
            old.server().launch();
            ensemble.awaitServing(ensemble.members());
            TreeView.assertSame(tree, ensemble.assertSameTrees());
        }
    }

    /** It may have it in a snapshot of its own by now, where no truncation reaches it. */
    @ParameterizedTest
    @MethodSource("pairsForTrunc")
    void aServerThatHasWhatNobodyElseHasInAnEarlierEpochGetsASnapshot(String mix) throws Exception {
        try (Ensemble ensemble = new Ensemble(folder, mix).start()) {
            Member old = ensemble.leader();
            write(old, "/before", 10);
            loseATxn(ensemble, old);
            List<Member> rest = ensemble.others(old);
            for (Member member : rest) {
                member.server().launch();
            }
            ensemble.awaitServing(rest);
            write(ensemble.leader(), "/after", 10);
            launchAndCheck(ensemble, old, Way.SNAP);
            assertNull(ensemble.assertSameTrees().get("/lost"));
        }
    }

    /** The others stand still while the leader writes; then all are killed, and none of them has read it. */
    private static void loseATxn(Ensemble ensemble, Member leader) throws Exception {
        String marker = "the txn that nobody else has";
        try (ZooKeeper client = leader.connect()) {
            ensemble.others(leader).forEach(member -> member.server().pause());
            client.create(
                    "/lost",
                    Contents.bytes(marker),
                    Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT,
                    (code, path, context, name) -> {},
                    null);
            Await.until(
                    "the txn is in a file",
                    LIMIT,
                    () -> isInAFile(leader.server().dataDir(), marker));
            ensemble.members().forEach(member -> member.server().kill());
        }
    }

    private static boolean isInAFile(Path folder, String marker) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(marker)) {
                    return true;
                }
            }
        } catch (NoSuchFileException | UncheckedIOException e) {
            return false; // it has gone meanwhile
        }
        return false;
    }

    private static void launchAndCheck(Ensemble ensemble, Member learner, Way way) throws Exception {
        int learnerLog = learner.log().length();
        Member leader = ensemble.leader();
        int leaderLog = leader.log().length();
        learner.server().launch();
        ensemble.awaitServing(ensemble.members());
        assertEquals(leader, ensemble.leader());
        if (learner.kind() == Kind.APACHE) {
            assertSays(learner, learnerLog, way.learnerSays);
        }
        if (leader.kind() == Kind.APACHE) {
            assertSays(leader, leaderLog, String.format(way.leaderSays, learner.id()));
        }
    }

    private static void assertSays(Member member, int from, String regex) throws IOException {
        String log = member.log().substring(from);
        assertTrue(Pattern.compile(regex).matcher(log).find(), () -> member + " does not say " + regex + ":\n" + log);
    }

    private static void write(Member member, String path, int times) throws Exception {
        try (ZooKeeper client = member.connect()) {
            client.create(path, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            Semaphore done = new Semaphore(0);
            for (int i = 0; i < times; i++) {
                client.setData(
                        path,
                        Contents.bytes("value " + i),
                        i,
                        (code, name, context, stat) -> {
                            if (code == 0) {
                                done.release();
                            }
                        },
                        null);
            }
            assertTrue(done.tryAcquire(times, LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    /** Everything but its id. */
    private static void clear(Member member) throws IOException {
        try (Stream<Path> paths = Files.walk(member.server().dataDir())) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                if (!path.equals(member.server().dataDir()) && !path.endsWith("myid")) {
                    Files.delete(path);
                }
            }
        }
    }
}
