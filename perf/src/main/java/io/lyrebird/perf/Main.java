package io.lyrebird.perf;

import io.lyrebird.perf.scenario.Catalogue;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The command {@code perf}. */
public final class Main {
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_USAGE = 2;

    private static final String USAGE = """
            lyrebird perf compare        start Apache ZooKeeper and Lyrebird, run the same load on both, write a report
              --short | --full           the short set of scenarios (default, under 5 minutes) or the full one
              --scenario NAME[,NAME]     only these: names of 'perf scenarios', or paths of .properties files
              --store ENGINE[,ENGINE]    the engines to run Lyrebird with (default rocksdb)
              --servers N, --nodes N     compare ensembles of N servers each (default 1: stand-alone)
              --against HOST:PORT        compare with this running server instead of starting Apache
              --heap MB                  the heap of each server (default 1000)
              --before FOLDER            compare with another packaged tree of Lyrebird instead of Apache: what a change
                                         has brought
              --apache-flags FLAGS, --lyrebird-flags FLAGS    more JVM flags for one of them
              --apache-config KEY=VALUE[,...], --lyrebird-config KEY=VALUE[,...]    more lines of zoo.cfg
            lyrebird perf run            run load on one server that is running
              --against HOST:PORT        any server that speaks ZooKeeper's protocol (required)
              --pid PID                  its process, if it is on this machine: measures its CPU time and memory
              --short | --full | --scenario NAME[,NAME]
              --mix MIX                  instead of a scenario: getData, or getData=90,setData=10, with
              --connections N --window N | --rate PER_SECOND, --tree NODES, --payload BYTES, --keys uniform|zipf:SKEW
            both
              --rounds N --warm-up SECONDS --measure SECONDS --loops N --out FOLDER --data FOLDER
              --patience SECONDS         on a shared machine: before each round wait up to so long for a quiet one, and
                                         repeat rounds that were disturbed
            lyrebird perf scenarios      list the scenarios
            """;

    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        System.exit(run(args));
    }

    private static int run(String[] args) throws InterruptedException {
        List<String> words = Arrays.asList(args);
        if (words.isEmpty()
                || words.contains("--help")
                || words.contains("-h")
                || words.get(0).equals("help")) {
            System.out.print(USAGE);
            return words.isEmpty() ? EXIT_USAGE : 0;
        }
        try {
            List<String> rest = words.subList(1, words.size());
            switch (words.get(0)) {
                case "compare" -> new CompareCommand(rest).execute();
                case "run" -> new RunCommand(rest).execute();
                case "scenarios" -> listScenarios();
                default -> throw new Arguments.UsageException("there is no command 'perf " + words.get(0) + "'");
            }
            return 0;
        } catch (Arguments.UsageException | IllegalArgumentException e) {
            System.err.println("lyrebird perf: " + e.getMessage() + " (try lyrebird perf --help)");
            return EXIT_USAGE;
        } catch (IOException e) {
            System.err.println("lyrebird perf: " + e.getMessage());
            return EXIT_FAILED;
        }
    }

    private static void listScenarios() {
        for (Scenario scenario : Catalogue.builtIn().all()) {
            System.out.printf("%-22s %-11s %s%n", scenario.name(), String.join(",", scenario.sets()), scenario.title());
        }
    }
}
