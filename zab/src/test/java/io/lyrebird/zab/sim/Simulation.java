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
    private static final long FAULTS_MS = 12_000;
    private static final long HEALING_MS = 120_000;

    private final long seed;
    private final World world;
    private final Random random;
    /** How often something goes wrong: some seeds leave time to work, others hardly to elect. */
    private final int faultEveryMs;

    private long proposals;

    private Simulation(long seed, boolean tracing) {
        this.seed = seed;
        world = new World(seed, tracing);
        random = world.random();
        faultEveryMs = new int[] {700, 200, 60}[random.nextInt(3)];
    }

    /** Runs the seeds of a range; the failure of one names it. For a class loader that has planted a mistake, too. */
    public static Map<String, Integer> run(long firstSeed, long count) {
        Map<String, Integer> counts = new TreeMap<>();
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            run(seed, false).forEach((what, times) -> counts.merge(what, times, Integer::sum));
        }
        return counts;
    }

    /** What happened in a seed, and how often. */
    static Map<String, Integer> run(long seed, boolean tracing) {
        Simulation simulation = new Simulation(seed, tracing);
        try {
            return simulation.play();
        } catch (RuntimeException failure) {
            throw new SimulationFailure(
                    "seed " + seed + " at " + simulation.world.nowMs() + " ms: " + failure.getMessage() + " "
                            + simulation.describe() + "\nreplay: mvn -o -pl zab -am test -Dtest=SimulationTest -Dseed="
                            + seed + " -Dsurefire.failIfNoSpecifiedTests=false",
                    failure);
        }
    }

    private Map<String, Integer> play() {
        for (SimServer server : world.servers()) {
            world.scheduler().after(random.nextInt(300), server::start);
        }
        loadLater();
        faultLater();
        imageLater();
        while (world.scheduler().step(FAULTS_MS)) {
            // every event checks what it touches
        }
        heal();
        awaitProgress();
        world.counts().put("event", Math.toIntExact(world.scheduler().done()));
        world.counts().put("txn committed", world.invariants().committedCount());
        return world.counts();
    }

    // ---- load

    private void loadLater() {
        world.scheduler().after(random.nextInt(40), () -> {
            for (SimServer server : world.servers()) {
                for (int i = random.nextInt(4); i > 0 && server.canPropose(); i--) {
                    server.propose(++proposals);
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
        switch (random.nextInt(9)) {
            case 0, 1, 2 -> crash(any());
            case 3 -> breakOne();
            case 4 -> breakAllOf(any());
            case 5 -> partition();
            case 6 -> world.network().mendAll();
            case 7 -> any().setSlowestSyncMs(new int[] {5, 100, 800}[random.nextInt(3)]);
            case 8 -> {
                if (random.nextBoolean()) {
                    any().jumpClock(random.nextInt(2000));
                } else {
                    world.network().setSlowestMs(random.nextBoolean() ? 120 : 5);
                }
            }
            default -> throw new IllegalStateException();
        }
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
                server.propose(++proposals);
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
