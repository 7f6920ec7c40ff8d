package io.lyrebird.perf.report;

import io.lyrebird.perf.bench.Results;
import io.lyrebird.perf.bench.Round;
import io.lyrebird.perf.load.LoadResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** HdrHistogram's own formats: a percentile distribution per operation, all rounds together, and a log of every round. */
public final class HistogramFiles {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double NANOS_PER_MICRO = 1e3;

    private HistogramFiles() {}

    /** Files {@code SCENARIO.SERVER.OPERATION.hgrm}, in microseconds, and {@code SCENARIO.SERVER.ROUND.hlog}. */
    public static void write(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (String[] pair : pairs(results).toList()) {
            for (var entry : results.histograms(pair[0], pair[1]).entrySet()) {
                writePercentiles(
                        entry.getValue(),
                        folder.resolve(fileName(pair[0], pair[1], entry.getKey().label(), "hgrm")));
            }
        }
        for (Round round : results.rounds()) {
            if (!round.intervals().isEmpty()) {
                writeLog(
                        round,
                        folder.resolve(fileName(round.scenario(), round.server(), "r" + round.number(), "hlog")));
            }
        }
    }

    private static Stream<String[]> pairs(Results results) {
        return results.rounds().stream().filter(round -> round.number() == 1).map(round ->
                new String[] {round.scenario(), round.server()});
    }

    static String fileName(String scenario, String server, String part, String ending) {
        return String.format(Locale.ROOT, "%s.%s.%s.%s", scenario, server.replace(':', '_'), part, ending);
    }

    private static void writePercentiles(Histogram histogram, Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            histogram.outputPercentileDistribution(out, TICKS_PER_HALF_DISTANCE, NANOS_PER_MICRO);
        }
    }

    private static void writeLog(Round round, Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputComment("[" + round.scenario() + " on " + round.server() + ", round " + round.number() + "]");
            log.outputStartTime(round.intervals().get(0).fromMs());
            log.outputLegend();
            for (LoadResult.Interval interval : round.intervals()) {
                interval.histograms().forEach((operation, histogram) -> {
                    Histogram stamped = histogram.copy();
                    stamped.setTag(operation.label());
                    stamped.setStartTimeStamp(interval.fromMs());
                    stamped.setEndTimeStamp(interval.untilMs());
                    log.outputIntervalHistogram(stamped);
                });
            }
        }
    }
}
