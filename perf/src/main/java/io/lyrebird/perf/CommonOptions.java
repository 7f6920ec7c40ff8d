package io.lyrebird.perf;

import io.lyrebird.perf.bench.Timing;
import io.lyrebird.perf.scenario.Catalogue;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What both commands take. */
final class CommonOptions {
    static final Set<String> OPTIONS = Set.of(
            "--scenario",
            "--rounds",
            "--warm-up",
            "--measure",
            "--loops",
            "--out",
            "--data",
            "--against",
            "--patience");
    static final Set<String> SWITCHES = Set.of("--short", "--full");

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final int LOOPS = 1;

    private final Arguments arguments;
    private final Catalogue catalogue = Catalogue.builtIn();
    private final Path out;

    CommonOptions(Arguments arguments) {
        this.arguments = arguments;
        if (arguments.has("--short") && arguments.has("--full")) {
            throw new Arguments.UsageException("--short and --full exclude each other");
        }
        String results = System.getenv().getOrDefault("LYREBIRD_PERF_RESULTS", "perf-results");
        this.out = arguments
                .get("--out", Path.of(results, LocalDateTime.now().format(STAMP)), Path::of)
                .toAbsolutePath();
    }

    Catalogue catalogue() {
        return catalogue;
    }

    List<Scenario> scenarios() throws IOException {
        if (arguments.text("--scenario").isEmpty()) {
            return catalogue.ofSet(arguments.has("--full") ? "full" : "short");
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (String name : arguments.text("--scenario").orElseThrow().split(",")) {
            scenarios.add(catalogue.find(name.trim()));
        }
        return scenarios;
    }

    Timing timing() {
        Timing usual = arguments.has("--full") ? Timing.FULL : Timing.SHORT;
        return new Timing(
                arguments.get("--rounds", usual.rounds(), Integer::valueOf),
                arguments.get("--warm-up", usual.firstWarmUpSeconds(), Double::valueOf),
                arguments.get("--warm-up", usual.warmUpSeconds(), Double::valueOf),
                arguments.get("--measure", usual.measureSeconds(), Double::valueOf));
    }

    int loops() {
        int loops = arguments.get("--loops", LOOPS, Integer::valueOf);
        if (loops < 1) {
            throw new Arguments.UsageException("--loops " + loops + ": at least one is needed");
        }
        return loops;
    }

    double patienceSeconds() {
        return arguments.get("--patience", 0.0, Double::valueOf);
    }

    /** Where the report goes; made if it is missing. */
    Path out() throws IOException {
        return Files.createDirectories(out);
    }

    /** Where servers keep their data while they are measured. */
    Path data() throws IOException {
        return Files.createDirectories(
                arguments.get("--data", out.resolve("servers"), Path::of).toAbsolutePath());
    }

    static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("a server is HOST:PORT");
        }
        InetSocketAddress address =
                new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("nobody knows this host");
        }
        return address;
    }

    ConsoleProgress progress(int roundsExpected) {
        return new ConsoleProgress(System.err, System.console() != null, roundsExpected);
    }
}
