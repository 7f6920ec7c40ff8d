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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code perf compare}: the same load on Apache's server and on Lyrebird. */
final class CompareCommand {
    private static final int HEAP_MB = 1000;
    private static final int SERVERS_MAX = 7;

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
                "--lyrebird-flags",
                "--apache-config",
                "--lyrebird-config",
                "--before"));
        this.arguments = Arguments.parse(words, options, CommonOptions.SWITCHES);
    }

    void execute() throws IOException, InterruptedException {
        CommonOptions common = new CommonOptions(arguments);
        int ensemble = arguments.get("--servers", arguments.get("--nodes", 1, Integer::valueOf), Integer::valueOf);
        if (ensemble < 1 || ensemble > SERVERS_MAX) {
            throw new Arguments.UsageException("--servers is between 1 and " + SERVERS_MAX);
        }
        List<ServerLaunch> launches = launches();
        Path data = common.data();
        List<Scenario> scenarios = common.scenarios();
        if (arguments.has("--before")) {
            scenarios = scenarios.stream().map(Scenario::withoutTargets).toList();
        } else if (ensemble > 1) {
            scenarios = scenarios.stream().map(Scenario::ofEnsemble).toList();
        }
        int rounds = scenarios.size() * common.timing().rounds() * (launches.size() + (isAgainstRunning() ? 1 : 0));
        ConsoleProgress progress = common.progress(rounds);
        Bench bench = new Bench(
                scenario -> servers(launches, ensemble, data.resolve(scenario.name())),
                common.timing(),
                common.loops(),
                common.catalogue(),
                common.patienceSeconds(),
                progress);
        for (Scenario scenario : scenarios) {
            bench.run(scenario);
        }
        progress.done();
        new Output(common, "compare", words).write(bench.results(), scenarios, servers(launches, ensemble, data));
    }

    private boolean isAgainstRunning() {
        return arguments.has("--against");
    }

    private List<Server> servers(List<ServerLaunch> launches, int ensemble, Path folder) throws IOException {
        List<Server> servers = new ArrayList<>();
        if (isAgainstRunning()) {
            InetSocketAddress address = arguments.get("--against", null, CommonOptions::address);
            servers.add(new RunningServer(address, List.of()));
        }
        for (ServerLaunch launch : launches) {
            Path own = Files.createDirectories(folder.resolve(launch.name()));
            servers.add(new StartedServer(launch, own, ensemble));
        }
        return servers;
    }

    /** The reference first, unless that is a server that is running. */
    private List<ServerLaunch> launches() throws IOException {
        int heapMb = arguments.get("--heap", HEAP_MB, Integer::valueOf);
        if (isAgainstRunning() && arguments.has("--before")) {
            throw new Arguments.UsageException("--against and --before exclude each other");
        }
        List<String> stores =
                List.of(arguments.text("--store").orElse("rocksdb").split("\\s*,\\s*"));
        List<ServerLaunch> launches = new ArrayList<>();
        if (arguments.has("--before")) {
            Path home = folder("--before", null, "the other tree of Lyrebird");
            launches.add(ServerLaunch.lyrebird(home, stores.get(0), heapMb, flags("--lyrebird-flags"))
                    .named("before", "Lyrebird before, " + stores.get(0)));
        } else if (!isAgainstRunning()) {
            Path lib = folder("--apache-lib", "LYREBIRD_APACHE_LIB", "the jars of Apache ZooKeeper");
            launches.add(
                    ServerLaunch.apache(lib, heapMb, flags("--apache-flags")).with(config("--apache-config")));
        }
        Path home = folder("--lyrebird-home", "LYREBIRD_HOME", "Lyrebird's packaged tree");
        for (String store : stores) {
            launches.add(ServerLaunch.lyrebird(home, store, heapMb, flags("--lyrebird-flags"))
                    .with(config("--lyrebird-config")));
        }
        return launches;
    }

    /** {@code key=value,key=value}: lines of zoo.cfg. */
    private Map<String, String> config(String option) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : arguments.text(option).map(text -> text.split(",")).orElse(new String[0])) {
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new Arguments.UsageException(option + " is KEY=VALUE[,KEY=VALUE], not '" + line + "'");
            }
            lines.put(
                    line.substring(0, equals).trim(), line.substring(equals + 1).trim());
        }
        return lines;
    }

    private List<String> flags(String option) {
        return arguments
                .text(option)
                .map(text -> List.of(text.trim().split("\\s+")))
                .orElse(List.of());
    }

    private Path folder(String option, String variable, String what) {
        String path = arguments.text(option).orElse(variable == null ? null : System.getenv(variable));
        if (path == null || !Files.isDirectory(Path.of(path))) {
            throw new Arguments.UsageException(
                    what + " is not at hand: say where with " + option + (path == null ? "" : " (not " + path + ")"));
        }
        return Path.of(path);
    }
}
