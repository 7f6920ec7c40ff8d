package io.lyrebird.compat.ensemble;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A leader is killed under load: how long until a write is acknowledged again, by either maker's servers, in turns. A
 * measurement, with {@code -Dfailover.rounds=10}: it prints what it finds, and asserts nothing about it.
 */
@EnabledIfSystemProperty(named = "failover.rounds", matches = "\\d+", disabledReason = "a measurement")
class FailoverTest {
    private static final int WRITERS = 4;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    Path folder;

    @Test
    void writesFlowAgainAfterALeaderIsKilled() throws Exception {
        Map<String, List<Double>> figures = new TreeMap<>();
        for (String mix : List.of("AAA", "LLL")) {
            figures.put(mix, new ArrayList<>());
        }
        for (int round = 0; round < Integer.getInteger("failover.rounds"); round++) {
            for (Map.Entry<String, List<Double>> each : figures.entrySet()) {
                Path home = Files.createDirectories(folder.resolve(each.getKey() + round));
                each.getValue().add(measure(home, each.getKey()));
            }
        }
        figures.forEach((mix, times) -> System.out.println(summary(mix, times)));
    }

    private static double measure(Path home, String mix) throws Exception {
        // production's ticks: what is measured is not how soon silence is noticed
        Ensemble.Settings settings = Ensemble.Settings.plain();
        List<SteadyWriter> writers = new ArrayList<>();
        try (Ensemble ensemble = new Ensemble(home, mix, settings).start()) {
            Member leader = ensemble.leader();
            try (ZooKeeper client = leader.connect()) {
                client.create("/probe", null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            }
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new SteadyWriter(ensemble.connectString(), 20_000, "/writer-" + i));
            }
            for (SteadyWriter writer : writers) {
                writer.awaitMore(200);
            }
            long killedNanos = System.nanoTime();
            leader.server().kill();
            List<CompletableFuture<Long>> probes = new ArrayList<>();
            for (Member member : ensemble.others(leader)) {
                probes.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return WriteProbe.firstWriteNanos(
                                member.server().address(), "/probe", killedNanos + LIMIT_NANOS);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            long firstNanos = Long.MAX_VALUE;
            for (CompletableFuture<Long> probe : probes) {
                firstNanos = Math.min(firstNanos, probe.get());
            }
            return (firstNanos - killedNanos) / 1e6;
        } finally {
            for (SteadyWriter writer : writers) {
                writer.close();
            }
        }
    }

    private static String summary(String mix, List<Double> timesMs) {
        List<Double> sorted = timesMs.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "failover %s: median %.0f ms, least %.0f, most %.0f, of %d",
                mix,
                sorted.get(sorted.size() / 2),
                sorted.get(0),
                sorted.get(sorted.size() - 1),
                sorted.size());
    }
}
