package io.lyrebird.perf;

import io.lyrebird.perf.bench.Bench;
import io.lyrebird.perf.bench.RunningServer;
import io.lyrebird.perf.bench.Server;
import io.lyrebird.perf.bench.StartedServer;
import io.lyrebird.perf.machine.ServerLaunch;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code perf compare}: the same load on Apache's server and on Lyrebird. */
final class CompareCommand {
    private static final int HEAP_MB = 1000;

    private final List<String> words;
    private final Arguments arguments;

    CompareCommand(List<String> words) {
        this.words = words;
        Set<String> options = new HashSet<>(CommonOptions.OPTIONS);
        options.addAll(Set.of(
                "--store",
                "--servers",
                "--nodes",
                "--heap",
                "--apache-lib",
                "--lyrebird-home",
                "--apache-flags",
                "--lyrebird-flags"));
        this.arguments = Arguments.parse(words, options, CommonOptions.SWITCHES);
    }

    void execute() throws IOException, InterruptedException {
        CommonOptions common = new CommonOptions(arguments);
        int ensemble = arguments.get("--servers", arguments.get("--nodes", 1, Integer::valueOf), Integer::valueOf);
        if (ensemble != 1) {
            throw new Arguments.UsageException("comparing ensembles of " + ensemble
                    + " servers is not possible yet: Lyrebird runs stand-alone so far (--servers 1)");
        }
        List<ServerLaunch> launches = launches();
        Path data = common.data();
        List<Scenario> scenarios = common.scenarios();
        int rounds = scenarios.size() * common.timing().rounds() * (launches.size() + (isAgainstRunning() ? 1 : 0));
        ConsoleProgress progress = common.progress(rounds);
        Bench bench = new Bench(
                scenario -> servers(launches, data.resolve(scenario.name())),
                common.timing(),
                common.loops(),
                common.catalogue(),
                progress);
        for (Scenario scenario : scenarios) {
            bench.run(scenario);
        }
        progress.done();
        new Output(common, "compare", words).write(bench.results(), scenarios, servers(launches, data));
    }

    private boolean isAgainstRunning() {
        return arguments.has("--against");
    }

    private List<Server> servers(List<ServerLaunch> launches, Path folder) throws IOException {
        List<Server> servers = new ArrayList<>();
        if (isAgainstRunning()) {
            InetSocketAddress address = arguments.get("--against", null, CommonOptions::address);
            servers.add(new RunningServer(address, 0));
        }
        for (ServerLaunch launch : launches) {
            servers.add(new StartedServer(launch, Files.createDirectories(folder.resolve(launch.name()))));
        }
        return servers;
    }

    private List<ServerLaunch> launches() throws IOException {
        int heapMb = arguments.get("--heap", HEAP_MB, Integer::valueOf);
        List<ServerLaunch> launches = new ArrayList<>();
        if (!isAgainstRunning()) {
            Path lib = folder("--apache-lib", "LYREBIRD_APACHE_LIB", "the jars of Apache ZooKeeper");
            launches.add(ServerLaunch.apache(lib, heapMb, flags("--apache-flags")));
        }
        Path home = folder("--lyrebird-home", "LYREBIRD_HOME", "Lyrebird's packaged tree");
        for (String store : arguments.text("--store").orElse("rocksdb").split(",")) {
            launches.add(ServerLaunch.lyrebird(home, store.trim(), heapMb, flags("--lyrebird-flags")));
        }
        return launches;
    }

    private List<String> flags(String option) {
        return arguments
                .text(option)
                .map(text -> List.of(text.trim().split("\\s+")))
                .orElse(List.of());
    }

    private Path folder(String option, String variable, String what) {
        String path = arguments.text(option).orElse(System.getenv(variable));
        if (path == null || !Files.isDirectory(Path.of(path))) {
            throw new Arguments.UsageException(
                    what + " is not at hand: say where with " + option + (path == null ? "" : " (not " + path + ")"));
        }
        return Path.of(path);
    }
}
