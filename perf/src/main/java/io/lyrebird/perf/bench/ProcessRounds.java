package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.machine.CpuTimes;
import io.lyrebird.perf.machine.ResidentMemory;
import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Rounds about the process itself: how fast it starts and how much memory it takes. Each begins with an empty server. */
final class ProcessRounds {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double IDLE_CORES_MAX = 0.05;
    private static final int IDLE_LIMIT_SECONDS = 30;

    private final Scenario scenario;
    private final Progress progress;

    ProcessRounds(Scenario scenario, Progress progress) {
        this.scenario = scenario;
        this.progress = progress;
    }

    Round start(Server server, int number) throws IOException, InterruptedException {
        progress.step(server.name(), "start " + number);
        try (server) {
            double ms = server.start() / NANOS_PER_MILLI;
            return round(server, number, Map.of(Metric.START, ms));
        }
    }

    Round memory(Server server, int number) throws IOException, InterruptedException {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        try (server) {
            progress.step(server.name(), "round " + number + ", idle");
            server.start();
            awaitIdle(server);
            put(metrics, Metric.RSS_IDLE, server);
            progress.step(server.name(), "round " + number + ", filling the tree");
            metrics.put(Metric.FILL, new Trees(scenario, LoadObserver.NONE).fill(server));
            awaitIdle(server);
            put(metrics, Metric.RSS_FILLED, server);
            ResidentMemory.liveHeapMb(server.pids()).ifPresent(mb -> metrics.put(Metric.HEAP_LIVE, mb));
            progress.step(server.name(), "round " + number + ", restart");
            server.stop();
            metrics.put(Metric.RESTART, server.start() / NANOS_PER_MILLI);
            return round(server, number, metrics);
        }
    }

    private static void put(Map<Metric, Double> metrics, Metric metric, Server server) throws InterruptedException {
        ResidentMemory.residentMb(server.pids()).ifPresent(mb -> metrics.put(metric, mb));
    }

    /** Until the server has next to nothing to do for a second: what it does in the background counts too. */
    private static void awaitIdle(Server server) throws InterruptedException {
        for (int i = 0; i < IDLE_LIMIT_SECONDS; i++) {
            CpuTimes before = CpuTimes.now(server.pids());
            TimeUnit.SECONDS.sleep(1);
            if (CpuTimes.now(server.pids()).since(before).serverNanos() / 1e9 <= IDLE_CORES_MAX) {
                return;
            }
        }
    }

    private Round round(Server server, int number, Map<Metric, Double> metrics) {
        return new Round(scenario.name(), server.name(), number, metrics, Map.of(), List.of());
    }
}
