package io.lyrebird.perf;

import io.lyrebird.perf.bench.Bench;
import io.lyrebird.perf.bench.RunningServer;
import io.lyrebird.perf.scenario.Scenario;
import io.lyrebird.perf.scenario.ScenarioFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** {@code perf run}: load on one server that is running. */
final class RunCommand {
    private static final Set<String> AD_HOC =
            Set.of("--mix", "--connections", "--window", "--rate", "--tree", "--payload", "--keys");

    private final List<String> words;
    private final Arguments arguments;

    RunCommand(List<String> words) {
        this.words = words;
        Set<String> options = new HashSet<>(CommonOptions.OPTIONS);
        options.addAll(AD_HOC);
        options.add("--pid");
        this.arguments = Arguments.parse(words, options, CommonOptions.SWITCHES);
    }

    void execute() throws IOException, InterruptedException {
        CommonOptions common = new CommonOptions(arguments);
        InetSocketAddress address = arguments.get("--against", null, CommonOptions::address);
        if (address == null) {
            throw new Arguments.UsageException("perf run needs --against HOST:PORT");
        }
        List<Long> pids = arguments.get("--pid", List.of(), pid -> List.of(Long.valueOf(pid)));
        RunningServer server = new RunningServer(address, pids);
        List<Scenario> scenarios = isAdHoc() ? List.of(adHoc()) : common.scenarios();
        ConsoleProgress progress =
                common.progress(scenarios.size() * common.timing().rounds());
        Bench bench = new Bench(
                scenario -> List.of(server),
                common.timing(),
                common.loops(),
                common.catalogue(),
                common.patienceSeconds(),
                progress);
        for (Scenario scenario : scenarios) {
            bench.run(scenario);
        }
        progress.done();
        new Output(common, "run", words).write(bench.results(), scenarios, List.of(server));
    }

    private boolean isAdHoc() {
        boolean adHoc = AD_HOC.stream().anyMatch(arguments::has);
        if (adHoc && (arguments.has("--scenario") || arguments.has("--full"))) {
            throw new Arguments.UsageException("a load is given by a scenario or by "
                    + String.join(" ", AD_HOC.stream().sorted().toList()));
        }
        return adHoc;
    }

    private Scenario adHoc() {
        Properties properties = new Properties();
        for (String option : AD_HOC) {
            arguments.text(option).ifPresent(value -> properties.setProperty(option.substring(2), value));
        }
        properties.setProperty("title", String.join(" ", words));
        return ScenarioFile.parse("run", properties);
    }
}
