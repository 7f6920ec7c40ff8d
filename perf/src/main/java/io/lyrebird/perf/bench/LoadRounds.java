package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadGenerator;
import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.load.LoadPlan;
import io.lyrebird.perf.load.LoadResult;
import io.lyrebird.perf.load.Pacing;
import io.lyrebird.perf.load.Workloads;
import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Rounds of requests on a server whose tree is filled. */
final class LoadRounds {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int CLEAN_UP_WINDOW = 64;

    private final Scenario scenario;
    private final Timing timing;
    private final int loops;
    private final Progress progress;

    LoadRounds(Scenario scenario, Timing timing, int loops, Progress progress) {
        this.scenario = scenario;
        this.timing = timing;
        this.loops = loops;
        this.progress = progress;
    }

    Round run(Server server, int number) throws IOException, InterruptedException {
        progress.step(server.name(), "round " + number);
        Workloads workloads = Trees.workloads(scenario);
        try (LoadGenerator generator =
                LoadGenerator.connect(server.addresses(), scenario.connections(), loops, Trees.SESSION_TIMEOUT_MS)) {
            Usage usage = new Usage(server, progress);
            LoadPlan plan = new LoadPlan(workloads::mixed, pacing(), timing.warmUpNanos(number), timing.measureNanos());
            LoadResult result = generator.run(plan, usage);
            Map<Metric, Double> metrics = metricsOf(result);
            usage.addTo(metrics, result.count());
            if (scenario.mix().creates() && result.unanswered() == 0) {
                progress.step(server.name(), "deleting what round " + number + " created");
                generator.run(LoadPlan.untilDone(workloads::cleanUp, CLEAN_UP_WINDOW), rates());
            }
            return new Round(scenario.name(), server.name(), number, metrics, result.histograms(), result.intervals());
        }
    }

    private Pacing pacing() {
        return scenario.rate() == null
                ? new Pacing.Closed(scenario.window())
                : new Pacing.Open(scenario.rate().perSecond());
    }

    static Map<Metric, Double> metricsOf(LoadResult result) {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        Histogram overall = result.overall();
        metrics.put(Metric.THROUGHPUT, result.throughputPerSecond());
        metrics.put(Metric.P50, overall.getValueAtPercentile(50) / NANOS_PER_MICRO);
        metrics.put(Metric.P99, overall.getValueAtPercentile(99) / NANOS_PER_MICRO);
        metrics.put(Metric.P999, overall.getValueAtPercentile(99.9) / NANOS_PER_MICRO);
        metrics.put(Metric.MAX, overall.getMaxValue() / NANOS_PER_MICRO);
        metrics.put(Metric.ERRORS, (double) result.errorCount() + result.unanswered());
        return metrics;
    }

    private LoadObserver rates() {
        return new LoadObserver() {
            @Override
            public void interval(long answers, long nanos) {
                progress.rate(answers * 1e9 / nanos);
            }
        };
    }
}
