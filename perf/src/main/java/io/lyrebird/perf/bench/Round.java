package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadResult;
import io.lyrebird.perf.load.Operation;
import io.lyrebird.perf.scenario.Metric;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What one round of one scenario measured on one server. Histograms are in nanoseconds and may be missing. */
public record Round(
        String scenario,
        String server,
        int number,
        Map<Metric, Double> metrics,
        Map<Operation, Histogram> histograms,
        List<LoadResult.Interval> intervals) {}
