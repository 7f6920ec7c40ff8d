package io.lyrebird.zab.sim;

import java.util.Random;

/**
 * A client with one operation at a time, a write or a sync with a read behind it, at a server for as long as that
 * serves. If the answer is lost with the server's role, or does not come in time, it goes on with another one.
 */
final class SimClient {
    private static final int PATIENCE_MS = 1500;

    private final World world;
    private final Random random;
    private final int restMs;
    private SimServer server;
    private SimOperation current;

    SimClient(World world) {
        this.world = world;
        random = world.random();
        restMs = random.nextBoolean() ? 150 : 20;
    }

    void nextLater() {
        world.scheduler().after(random.nextInt(restMs), this::next);
    }

    private void next() {
        if (world.nowMs() >= Simulation.FAULTS_MS) {
            return;
        }
        if (server == null || !server.isServing() || random.nextInt(20) == 0) {
            server = world.servers().get(random.nextInt(world.servers().size()));
        }
        if (!server.isServing()) {
            nextLater();
            return;
        }
        SimOperation operation = new SimOperation(
                this,
                random.nextInt(3) == 0,
                world.nextNumber(),
                world.linearizability().begin());
        current = operation;
        world.scheduler().after(PATIENCE_MS, () -> giveUp(operation));
        server.ask(operation);
    }

    void wrote(SimServer server, SimOperation operation, int position) {
        // a late answer is an answer too
        world.linearizability().wrote(server.id(), operation.floor(), position);
        world.count("client's write answered");
        ended(operation);
    }

    void read(SimServer server, SimOperation operation, int length) {
        world.linearizability().read(server.id(), operation.floor(), length);
        world.count("client's sync and read answered");
        ended(operation);
    }

    void lost(SimOperation operation) {
        if (operation == current) {
            world.count("client's answer lost");
        }
        ended(operation);
    }

    private void giveUp(SimOperation operation) {
        if (operation == current) {
            world.count("client out of patience");
            server = null;
            ended(operation);
        }
    }

    private void ended(SimOperation operation) {
        if (operation == current) {
            current = null;
            nextLater();
        }
    }
}
