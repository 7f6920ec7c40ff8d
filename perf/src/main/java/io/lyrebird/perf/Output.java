package io.lyrebird.perf;

import io.lyrebird.perf.bench.Results;
import io.lyrebird.perf.bench.Server;
import io.lyrebird.perf.report.Csv;
import io.lyrebird.perf.report.HistogramFiles;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a command's results into its folder. */
final class Output {
    private final CommonOptions common;
    private final String command;
    private final List<String> words;

    Output(CommonOptions common, String command, List<String> words) {
        this.common = common;
        this.command = command;
        this.words = words;
    }

    void write(Results results, List<Scenario> scenarios, List<? extends Server> servers) throws IOException {
        Path out = common.out();
        Files.writeString(out.resolve("results.csv"), Csv.of(results));
        HistogramFiles.write(results, out.resolve("histograms"));
        System.out.println(out.resolve("results.csv"));
    }
}
