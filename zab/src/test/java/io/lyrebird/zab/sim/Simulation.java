package io.lyrebird.zab.sim;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One seed: an ensemble under load and faults, invariants after every event; then all faults are taken away and it has
 * to get on.
 */
public final class Simulation {
    static final long FAULTS_MS = 12_000;
    private static final String LONGEST = "events in the longest seed";
    private static final long HEALING_MS = 120_000;

    private final long seed;
    private final World world;
    private final Random random;
    /** How often something goes wrong: some seeds leave time to work, others hardly to elect. */
    private final int faultEveryMs;

    private Simulation(long seed, boolean tracing) {
        this.seed = seed;
        world = new World(seed, tracing);
        random = world.random();
        faultEveryMs = new int[] {700, 200, 60}[random.nextInt(3)];
    }

    /** Runs the seeds of a range; the failure of one names it. For a class loader that has planted a mistake, too. */
    public static Map<String, Long> run(long firstSeed, long count) {
        Map<String, Long> counts = new TreeMap<>();
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            Map<String, Long> ofSeed = run(seed, false);
            ofSeed.forEach((what, times) -> counts.merge(what, times, Long::sum));
            counts.merge(LONGEST, ofSeed.get("event"), Math::max);
        }
        return counts;
    }

    /** What happened in a seed, and how often. */
    static Map<String, Long> run(long seed, boolean tracing) {
        Simulation simulation = new Simulation(seed, tracing);
        try {
            return simulation.play();
        } catch (RuntimeException failure) {
            throw new SimulationFailure(
                    "seed " + seed + " at " + simulation.world.nowMs() + " ms: " + failure.getMessage() + " "
                            + simulation.describe() + "\nreplay: mvn -pl zab -am test -Dtest=SimulationTest -Dseed="
                            + seed + " -Dsurefire.failIfNoSpecifiedTests=false",
                    failure);
        }
    }

    private Map<String, Long> play() {
        for (SimServer server : world.servers()) {
            world.scheduler().after(random.nextInt(300), server::start);
        }
        for (int clients = random.nextInt(5); clients > 0; clients--) {
            new SimClient(world).nextLater();
        }
        loadLater();
        faultLater();
        imageLater();
        while (world.scheduler().step(FAULTS_MS)) {
            // every event checks what it touches
        }
        heal();
        awaitProgress();
        world.counts().put("event", world.scheduler().done());
        world.counts().put("txn committed", (long) world.invariants().committedCount());
        return world.counts();
    }

    // ---- load

    private void loadLater() {
        world.scheduler().after(random.nextInt(40), () -> {
            for (SimServer server : world.servers()) {
                for (int i = random.nextInt(4); i > 0 && server.canPropose(); i--) {
                    server.propose(world.nextNumber());
                }
            }
            if (world.nowMs() < FAULTS_MS) {
                loadLater();
            }
        });
    }

    private void imageLater() {
        world.scheduler().after(random.nextInt(1500), () -> {
            any().writeImage(random.nextBoolean());
            if (world.nowMs() < FAULTS_MS) {
                imageLater();
            }
        });
    }

    // ---- faults

    private void faultLater() {
        world.scheduler().after(random.nextInt(faultEveryMs), () -> {
            if (world.nowMs() < FAULTS_MS) {
                fault();
                faultLater();
            }
        });
    }

    private void fault() {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> crash(any());
            case 3 -> breakOne();
            case 4 -> breakAllOf(any());
            case 5 -> partition();
            case 6 -> world.network().mendAll();
            case 9 -> pause(any());
            case 7 -> slowDisk(any(), new int[] {5, 100, 800}[random.nextInt(3)]);
            case 8 -> {
                if (random.nextBoolean()) {
                    world.count("clock jump");
                    any().jumpClock(random.nextInt(2000));
                } else {
                    world.count("links of another speed");
                    world.network().setSlowestMs(random.nextBoolean() ? 120 : 5);
                }
            }
            default -> throw new IllegalStateException();
        }
    }

    private void pause(SimServer server) {
        server.pause();
        world.scheduler().after(random.nextInt(1500), server::resume);
    }

    private void slowDisk(SimServer server, int slowestSyncMs) {
        world.count("disk with syncs up to " + slowestSyncMs + " ms");
        server.setSlowestSyncMs(slowestSyncMs);
    }

    private void crash(SimServer server) {
        if (server.isUp()) {
            server.crash();
            world.scheduler().after(random.nextInt(2 * faultEveryMs), () -> {
                if (!server.isUp()) {
                    server.start();
                }
            });
        }
    }

    private void breakOne() {
        List<Long> connections = world.network().connections();
        if (!connections.isEmpty()) {
            world.network().breakConnection(connections.get(random.nextInt(connections.size())));
        }
    }

    private void breakAllOf(SimServer server) {
        for (long connection : world.network().connections()) {
            if (world.network().touches(connection, server.id())) {
                world.network().breakConnection(connection);
            }
        }
    }

    /** Full, one-way, or a bridge: each pair of servers on two sides is cut, in one or both directions. */
    private void partition() {
        int kind = random.nextInt(3);
        world.count(List.of("full partition", "one-way partition", "bridge partition")
                .get(kind));
        long bridge = kind == 2 ? any().id() : 0;
        boolean[] side = new boolean[world.servers().size() + 1];
        for (int i = 1; i < side.length; i++) {
            side[i] = random.nextBoolean();
        }
        for (SimServer from : world.servers()) {
            for (SimServer to : world.servers()) {
                boolean across = side[(int) from.id()] != side[(int) to.id()];
                boolean bridged = from.id() == bridge || to.id() == bridge;
                if (across && !bridged && (kind != 1 || side[(int) from.id()])) {
                    world.network().cut(from.id(), to.id());
                }
            }
        }
    }

    // ---- the end

    private void heal() {
        world.trace(() -> "healing");
        world.network().mendAll();
        world.network().setSlowestMs(5);
        for (SimServer server : world.servers()) {
            server.setSlowestSyncMs(5);
            server.resume();
            if (!server.isUp()) {
                server.start();
            }
        }
    }

    /** Everybody serves, and what is proposed now is delivered everywhere. */
    private void awaitProgress() {
        long deadlineMs = world.nowMs() + HEALING_MS;
        awaitUntil(deadlineMs, () -> world.servers().stream().allMatch(SimServer::isServing), "not all serve");
        awaitUntil(deadlineMs, this::proposeOne, "nobody can propose");
        awaitUntil(
                deadlineMs,
                () -> world.invariants().committedCount() > 0
                        && world.servers().stream()
                                .allMatch(server ->
                                        server.delivered() == world.invariants().committedCount())
                        && world.servers().stream().allMatch(SimServer::isServing),
                "not all deliver what is proposed");
    }

    private boolean proposeOne() {
        for (SimServer server : world.servers()) {
            if (server.canPropose()) {
                server.propose(world.nextNumber());
                return true;
            }
        }
        return false;
    }

    private void awaitUntil(long deadlineMs, BooleanSupplier condition, String otherwise) {
        while (!condition.getAsBoolean()) {
            if (!world.scheduler().step(deadlineMs)) {
                throw new SimulationFailure("healed, but " + otherwise);
            }
        }
    }

    private SimServer any() {
        return world.servers().get(random.nextInt(world.servers().size()));
    }

    private String describe() {
        StringBuilder text = new StringBuilder("[");
        world.servers().forEach(server -> text.append(server.describe()).append("; "));
        return text.append("]").toString();
    }
}
