package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.machine.Quiet;
import io.lyrebird.perf.scenario.Catalogue;
import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Runs scenarios on one server or on several. Of several the first is the reference: fixed rates are fractions of what it
 * reaches. Rounds alternate between the servers, so that a machine that changes its speed changes it for all.
 */
public final class Bench {
    /** Makes the servers of one scenario, fresh ones where that is possible. */
    public interface Servers {
        List<Server> forScenario(Scenario scenario) throws IOException;
    }

    private static final int DISTURBED_TRIES_MAX = 3;

    private final Servers servers;
    private final Timing timing;
    private final int loops;
    private final Catalogue catalogue;
    private final double patienceSeconds;
    private final Progress progress;
    private final Results results = new Results();

    /**
     * With patience a round waits so long at most for a quiet machine, and one that was disturbed is done again once or
     * twice.
     */
    public Bench(
            Servers servers, Timing timing, int loops, Catalogue catalogue, double patienceSeconds, Progress progress) {
        this.servers = servers;
        this.timing = timing;
        this.loops = loops;
        this.catalogue = catalogue;
        this.patienceSeconds = patienceSeconds;
        this.progress = progress;
    }

    public Results results() {
        return results;
    }

    public void run(Scenario scenario) throws IOException, InterruptedException {
        progress.scenario(scenario.title());
        List<Server> all = servers.forScenario(scenario);
        try {
            switch (scenario.kind()) {
                case LOAD -> load(rated(scenario), all);
                case WATCHES -> watches(scenario, all);
                case MEMORY -> processes(scenario, all, new ProcessRounds(scenario, progress)::memory);
                case START -> processes(scenario, all, new ProcessRounds(scenario, progress)::start);
            }
        } finally {
            closeAll(all);
        }
    }

    private interface RoundRunner {
        Round run(Server server, int number) throws IOException, InterruptedException;
    }

    private void load(Scenario scenario, List<Server> all) throws IOException, InterruptedException {
        prepare(scenario, all);
        alternate(all, new LoadRounds(scenario, timing, loops, progress)::run);
        cleanUp(scenario, all);
    }

    private void watches(Scenario scenario, List<Server> all) throws IOException, InterruptedException {
        prepare(scenario, all);
        alternate(all, new WatchRounds(scenario, loops, progress)::run);
        cleanUp(scenario, all);
    }

    private void processes(Scenario scenario, List<Server> all, RoundRunner runner)
            throws IOException, InterruptedException {
        List<Server> ours = all.stream().filter(Server::isOurs).toList();
        if (ours.size() < all.size()) {
            progress.step(scenario.name(), "left out for servers that this program did not start");
        }
        alternate(ours, runner);
    }

    private void alternate(List<Server> all, RoundRunner runner) throws IOException, InterruptedException {
        for (int number = 1; number <= timing.rounds(); number++) {
            for (Server server : all) {
                Round round = undisturbed(runner, server, number);
                results.add(round);
                progress.round(round);
            }
        }
    }

    private Round undisturbed(RoundRunner runner, Server server, int number) throws IOException, InterruptedException {
        int triesLeft = patienceSeconds > 0 ? DISTURBED_TRIES_MAX : 1;
        while (true) {
            if (patienceSeconds > 0) {
                progress.step(server.name(), "waiting for a quiet machine");
                new Quiet().await(patienceSeconds);
            }
            Round round = runner.run(server, number);
            triesLeft--;
            if (triesLeft == 0 || round.metrics().getOrDefault(Metric.OTHER_CORES, 0.0) <= Quiet.CORES_MAX) {
                return round;
            }
        }
    }

    private void prepare(Scenario scenario, List<Server> all) throws IOException, InterruptedException {
        for (Server server : all) {
            progress.step(server.name(), "starting");
            server.start();
            progress.step(server.name(), "filling the tree");
            new Trees(scenario, LoadObserver.NONE).fill(server);
        }
    }

    private void cleanUp(Scenario scenario, List<Server> all) throws IOException, InterruptedException {
        for (Server server : all) {
            if (!server.isOurs()) {
                new Trees(scenario, LoadObserver.NONE).remove(server);
            }
        }
    }

    /** With the rate as a number: measures the reference first if no round has told its maximum yet. */
    private Scenario rated(Scenario scenario) throws IOException, InterruptedException {
        if (scenario.rate() == null || !scenario.rate().isRelative()) {
            return scenario;
        }
        Scenario maximum = catalogue.find(scenario.rate().ofScenario());
        List<Server> all = servers.forScenario(maximum);
        try {
            Server reference = all.get(0);
            OptionalDouble known = results.median(maximum.name(), reference.name(), Metric.THROUGHPUT);
            double most = known.isPresent() ? known.getAsDouble() : measureMaximum(maximum, reference);
            return scenario.at(Math.max(1, Math.floor(most * scenario.rate().fraction())));
        } finally {
            closeAll(all);
        }
    }

    private double measureMaximum(Scenario maximum, Server reference) throws IOException, InterruptedException {
        List<Server> alone = List.of(reference);
        prepare(maximum, alone);
        Round round = new LoadRounds(maximum, timing, loops, progress).run(reference, 1);
        cleanUp(maximum, alone);
        return round.metrics().get(Metric.THROUGHPUT);
    }

    private static void closeAll(List<Server> all) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (Server server : all) {
            try {
                server.close();
            } catch (IOException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }
}
