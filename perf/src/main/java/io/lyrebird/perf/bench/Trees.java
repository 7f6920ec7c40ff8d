package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.ControlClient;
import io.lyrebird.perf.load.LoadGenerator;
import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.load.LoadPlan;
import io.lyrebird.perf.load.LoadResult;
import io.lyrebird.perf.load.NodePaths;
import io.lyrebird.perf.load.Workload;
import io.lyrebird.perf.load.Workloads;
import io.lyrebird.perf.scenario.Scenario;
import io.lyrebird.wire.client.ErrorCode;
import java.io.IOException;
import java.util.function.IntFunction;

/** Makes the nodes that a scenario asks for, and takes them away again. */
final class Trees {
    static final int SESSION_TIMEOUT_MS = 40_000;

    private static final int CONNECTIONS = 16;
    private static final int WINDOW = 64;

    private final Scenario scenario;
    private final LoadObserver observer;

    Trees(Scenario scenario, LoadObserver observer) {
        this.scenario = scenario;
        this.observer = observer;
    }

    static Workloads workloads(Scenario scenario) {
        return workloads(scenario, scenario.connections());
    }

    private static Workloads workloads(Scenario scenario, int connections) {
        return new Workloads(
                connections,
                scenario.mix(),
                scenario.keys().picker(scenario.nodes()),
                scenario.nodes(),
                scenario.payloadBytes(),
                scenario.createMode());
    }

    /** Nodes that are there already stay as they are. Gives the creates per second. */
    double fill(Server server) throws IOException, InterruptedException {
        try (ControlClient client = ControlClient.connect(server.addresses().get(0))) {
            client.ensure(NodePaths.ROOT);
            client.ensure(NodePaths.NODES);
            if (scenario.mix().creates()) {
                client.ensure(NodePaths.CREATED);
                for (int i = 0; i < scenario.connections(); i++) {
                    client.ensure(NodePaths.createdBy(i));
                }
            }
        }
        Workloads workloads = workloads(scenario, CONNECTIONS);
        try (LoadGenerator generator = LoadGenerator.connect(server.addresses(), CONNECTIONS, 1, SESSION_TIMEOUT_MS)) {
            run(generator, workloads::fillParents, ErrorCode.NODE_EXISTS);
            return run(generator, workloads::fill, ErrorCode.NODE_EXISTS).throughputPerSecond();
        }
    }

    /** For servers that are not ours: leaves nothing behind. */
    void remove(Server server) throws IOException, InterruptedException {
        Workloads workloads = workloads(scenario, CONNECTIONS);
        try (LoadGenerator generator = LoadGenerator.connect(server.addresses(), CONNECTIONS, 1, SESSION_TIMEOUT_MS)) {
            run(generator, workloads::unfill, ErrorCode.NO_NODE);
            run(generator, workloads::unfillParents, ErrorCode.NO_NODE);
        }
        try (ControlClient client = ControlClient.connect(server.addresses().get(0))) {
            if (scenario.mix().creates()) {
                for (int i = 0; i < scenario.connections(); i++) {
                    client.remove(NodePaths.createdBy(i));
                }
                client.remove(NodePaths.CREATED);
            }
            client.remove(NodePaths.NODES);
            client.remove(NodePaths.ROOT);
        }
    }

    private LoadResult run(LoadGenerator generator, IntFunction<Workload> workload, ErrorCode alsoFine)
            throws IOException, InterruptedException {
        LoadResult result = generator.run(LoadPlan.untilDone(workload, WINDOW), observer);
        long failed = result.errorCount() - result.errors().getOrDefault(alsoFine.code(), 0L);
        if (failed > 0 || result.unanswered() > 0) {
            throw new IOException("the server refused to make the tree of the scenario: errors " + result.errors()
                    + ", " + result.unanswered() + " requests unanswered");
        }
        return result;
    }
}
