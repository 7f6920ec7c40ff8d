package io.lyrebird.perf;

import io.lyrebird.perf.bench.Results;
import io.lyrebird.perf.bench.Server;
import io.lyrebird.perf.machine.Machine;
import io.lyrebird.perf.report.Csv;
import io.lyrebird.perf.report.HistogramFiles;
import io.lyrebird.perf.report.HtmlReport;
import io.lyrebird.perf.report.ReportData;
import io.lyrebird.perf.report.TextSummary;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a command's results into its folder, and the gist of them to the console. */
final class Output {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

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
        Map<String, String> descriptions = new LinkedHashMap<>();
        servers.forEach(server -> descriptions.put(server.name(), server.description()));
        Map<String, String> machine = new LinkedHashMap<>(Machine.describe(common.data()));
        String commit = System.getenv("LYREBIRD_COMMIT");
        if (commit != null && !commit.isEmpty()) {
            machine.put("Commit", commit);
        }
        ReportData data = new ReportData(
                LocalDateTime.now().format(DATE),
                "lyrebird perf " + command + " " + String.join(" ", words),
                descriptions,
                machine,
                common.timing(),
                scenarios,
                results);
        Files.writeString(out.resolve("results.csv"), Csv.of(results));
        HistogramFiles.write(results, out.resolve("histograms"));
        Files.writeString(out.resolve("summary.md"), TextSummary.record(data));
        Path page = Files.writeString(out.resolve("report.html"), HtmlReport.of(data));
        System.out.print(TextSummary.of(data));
        System.out.println("\nreport: " + page.toUri());
    }
}
