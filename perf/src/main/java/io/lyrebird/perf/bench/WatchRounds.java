package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.ControlClient;
import io.lyrebird.perf.load.LoadGenerator;
import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.load.LoadPlan;
import io.lyrebird.perf.load.LoadResult;
import io.lyrebird.perf.load.NodePaths;
import io.lyrebird.perf.load.Operation;
import io.lyrebird.perf.load.Workloads;
import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Many sessions watch one node, a write fires all the watches, and the time from the write to each event is counted.
 * This repeats within a round; the round's number is the median of when the last client knew.
 */
final class WatchRounds {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int WARM_UP_FIRES = 5;
    private static final int FIRES = 11;
    private static final int EVENT_LIMIT_SECONDS = 60;
    private static final int KEY = 0;

    private final Scenario scenario;
    private final int loops;
    private final Progress progress;

    WatchRounds(Scenario scenario, int loops, Progress progress) {
        this.scenario = scenario;
        this.loops = loops;
        this.progress = progress;
    }

    Round run(Server server, int number) throws IOException, InterruptedException {
        progress.step(server.name(), "round " + number + ", " + scenario.connections() + " sessions");
        Workloads workloads = Trees.workloads(scenario);
        Histogram events = new ConcurrentHistogram(3);
        double[] lastMs = new double[FIRES];
        Usage usage = new Usage(server, progress);
        try (LoadGenerator generator = LoadGenerator.connect(
                        server.addresses(), scenario.connections(), loops, Trees.SESSION_TIMEOUT_MS);
                ControlClient writer = ControlClient.connect(server.addresses().get(0))) {
            for (int i = 0; i < WARM_UP_FIRES; i++) {
                fire(generator, workloads, writer, new ConcurrentHistogram(3));
            }
            usage.measuringBegins();
            for (int i = 0; i < FIRES; i++) {
                lastMs[i] = fire(generator, workloads, writer, events);
            }
            usage.measuringEnds();
        }
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        // Setting a watch and firing it: what one client costs in one turn.
        usage.addTo(metrics, (long) FIRES * scenario.connections());
        metrics.put(Metric.LAST_NOTIFIED, Results.median(lastMs));
        metrics.put(Metric.P50, events.getValueAtPercentile(50) / 1e3);
        metrics.put(Metric.P99, events.getValueAtPercentile(99) / 1e3);
        return new Round(scenario.name(), server.name(), number, metrics, Map.of(Operation.WATCH, events), List.of());
    }

    /** Sets all watches, fires them, and gives the milliseconds to the last event. */
    private double fire(LoadGenerator generator, Workloads workloads, ControlClient writer, Histogram events)
            throws IOException, InterruptedException {
        LoadResult armed = generator.run(
                LoadPlan.untilDone(connection -> workloads.watchOnce(connection, KEY), 1), LoadObserver.NONE);
        if (armed.count() != scenario.connections()) {
            throw new IOException("only " + armed.count() + " of " + scenario.connections() + " watches were set");
        }
        CountDownLatch outstanding = new CountDownLatch(scenario.connections());
        Fire fire = new Fire(outstanding, events, generator.nowNanos());
        generator.onNotification(fire::notified);
        fire.startNanos = generator.nowNanos();
        writer.setData(NodePaths.node(KEY), new byte[scenario.payloadBytes()]);
        if (!outstanding.await(EVENT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(
                    outstanding.getCount() + " clients were not notified within " + EVENT_LIMIT_SECONDS + " s");
        }
        return fire.lastNanos() / NANOS_PER_MILLI;
    }

    /** One firing; events are told from the loops. */
    private static final class Fire {
        private final CountDownLatch outstanding;
        private final Histogram events;
        private volatile long startNanos;
        private long lastNanos;

        Fire(CountDownLatch outstanding, Histogram events, long startNanos) {
            this.outstanding = outstanding;
            this.events = events;
            this.startNanos = startNanos;
        }

        void notified(long nowNanos) {
            long nanos = nowNanos - startNanos;
            events.recordValue(Math.max(0, nanos));
            synchronized (this) {
                lastNanos = Math.max(lastNanos, nanos);
            }
            outstanding.countDown();
        }

        synchronized long lastNanos() {
            return lastNanos;
        }
    }
}
