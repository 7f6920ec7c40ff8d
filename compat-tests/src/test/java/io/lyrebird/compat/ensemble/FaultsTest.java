package io.lyrebird.compat.ensemble;

import io.lyrebird.compat.support.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real processes, killed, stopped and cut off from one another, while clients write and read: nothing acknowledged is
 * lost, the order is one and agrees with real time, it goes on with any quorum, and in the end all trees are the same.
 * Other faults with {@code -Densemble.seed=N}, more with {@code -Densemble.faults=N}.
 */
class FaultsTest {
    private static final long SEED = Long.getLong("ensemble.seed", 1);
    private static final int FAULTS =
            Integer.getInteger("ensemble.faults", Boolean.getBoolean("ensemble.all") ? 20 : 5);
    private static final int CLIENTS = 3;
    private static final int PROGRESS = 30;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<RecordingClient> clients = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private Ensemble ensemble;
    private Random random;

    static List<String> mixes() {
        return Mixes.chosen(Boolean.getBoolean("ensemble.all") ? "LLL,ALA,LAA,LLALL" : "LLL,LAL")
                .toList();
    }

    @ParameterizedTest
    @MethodSource("mixes")
    void nothingAcknowledgedIsLostAndAllTreesAreTheSame(String mix) throws Exception {
        random = new Random(SEED * 7919 + mix.hashCode());
        try (Ensemble started =
                new Ensemble(folder, mix, Ensemble.Settings.plain().withPartitions())) {
            ensemble = started.start();
            try (ZooKeeper client = ensemble.leader().connect()) {
                RecordingClient.prepare(client);
            }
            RealTime realTime = new RealTime();
            for (int id = 1; id <= CLIENTS; id++) {
                clients.add(new RecordingClient(id, ensemble.connectString(), realTime, !mix.contains("A"), SEED));
            }
            for (int i = 0; i < FAULTS; i++) {
                awaitProgress();
                fault();
                awaitProgress();
                heal();
            }
            awaitProgress();
            endAndCheck();
        } catch (Throwable e) {
            throw new AssertionError(mix + ", seed " + SEED + ", after " + faults + ": " + e.getMessage(), e);
        } finally {
            for (RecordingClient client : clients) {
                client.close();
            }
        }
    }

    private void fault() throws Exception {
        Member member = random.nextInt(3) == 0 ? ensemble.leader() : any();
        switch (random.nextInt(5)) {
            case 0 -> {
                note("kill " + member);
                member.server().kill();
            }
            case 1 -> {
                note("stop " + member);
                member.server().pause();
            }
            case 2 -> {
                note("isolate " + member);
                ensemble.isolate(member);
            }
            case 3 -> {
                Member other = ensemble.others(member)
                        .get(random.nextInt(ensemble.members().size() - 1));
                note("cut " + member + " > " + other);
                ensemble.cuts().cut(member.id(), other.id());
            }
            case 4 -> {
                note("kill all");
                ensemble.members().forEach(each -> each.server().kill());
                ensemble.start();
            }
            default -> throw new IllegalStateException();
        }
    }

    private void note(String fault) {
        faults.add(fault);
    }

    private void heal() throws Exception {
        ensemble.cuts().mendAll();
        for (Member member : ensemble.members()) {
            if (member.server().isRunning()) {
                member.server().resume();
            }
        }
        ensemble.start();
    }

    private Member any() {
        return ensemble.members().get(random.nextInt(ensemble.members().size()));
    }

    /** Whatever is wrong leaves a quorum: it goes on. */
    private void awaitProgress() throws Exception {
        int target = acknowledged() + PROGRESS;
        Await.until(PROGRESS + " more writes", LIMIT, () -> {
            for (RecordingClient client : clients) {
                if (client.failure() != null) {
                    throw new AssertionError(client.failure());
                }
            }
            return acknowledged() >= target;
        });
    }

    private int acknowledged() {
        return clients.stream().mapToInt(RecordingClient::acknowledged).sum();
    }

    private void endAndCheck() throws Exception {
        for (RecordingClient client : clients) {
            client.end();
        }
        try (ZooKeeper reader = ensemble.leader().connect()) {
            RecordingClient.check(clients, reader);
        }
        ensemble.assertSameTrees();
        ensemble.assertNoComplaints();
        System.out.println("faults: " + faults + ", writes " + acknowledged() + ", reads "
                + clients.stream().mapToInt(RecordingClient::reads).sum() + ", sessions "
                + clients.stream().mapToInt(RecordingClient::sessions).sum());
    }
}
