package io.lyrebird.server.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.zab.Role;
import io.lyrebird.zab.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Whole servers but for their sockets and files, in one thread and from a seed: clients write and read, servers crash and
 * come back, and lose sight of each other; at the end all have the same tree, and clients have seen an order of things that can be.
 */
class EnsembleSimulationTest {
    private static final long NO_ROLL_OVER = Zxid.of(1, 0) - 2;
    private static final int SEEDS = Integer.getInteger("ensemble.seeds", 150);
    private static final long FIRST_SEED = Long.getLong("ensemble.seed", 0);

    @Test
    void threeServersServeWritesAtEachOfThem() {
        Run run = new Run(1, 3, 0, NO_ROLL_OVER, 6);
        run.world.run(20_000);
        run.healAndCheck();
        assertTrue(run.history.counted("write answered") > 100, run.history.toString());
        assertTrue(run.history.counted("connected to LEADING") > 0, run.history.toString());
        assertTrue(run.history.counted("connected to FOLLOWING") > 0, run.history.toString());
    }

    @Test
    void crashesAndCutsLoseNothingThatWasAnswered() {
        TreeMap<String, Integer> seen = new TreeMap<>();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            try {
                Run run = new Run(seed, seed % 2 == 0 ? 3 : 5, (int) (seed % 3), seed % 5 == 0 ? 400 : NO_ROLL_OVER, 5);
                run.crashAround(12_000);
                run.healAndCheck();
                run.world.members.forEach(member -> seen.merge("installs", member.installs(), Integer::sum));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + " (again with -Densemble.seed=" + seed + " -Densemble.seeds=1): "
                                + e.getMessage(),
                        e);
            }
        }
        assertTrue(SEEDS < 20 || seen.get("installs") > 0, "no snapshot was ever installed");
    }

    private static final class Run {
        final SimWorld world;
        final History history = new History();
        final List<SimClient> clients = new ArrayList<>();

        Run(long seed, int voters, int observers, long counterMax, int clientCount) {
            world = new SimWorld(seed, voters, observers, counterMax);
            world.members.forEach(SimMember::start);
            world.run(world.nowMs() + 20_000, () -> world.members.stream().anyMatch(m -> m.role() == Role.LEADING));
            SimSetup.createShared(world);
            for (int i = 0; i < clientCount; i++) {
                SimClient client = new SimClient(world, history, i);
                clients.add(client);
                client.connect();
            }
        }

        void crashAround(long forMs) {
            long untilMs = world.nowMs() + forMs;
            while (world.nowMs() < untilMs) {
                world.run(50 + world.random.nextInt(800));
                SimMember member = anyMember();
                SimMember other = anyMember();
                if (world.random.nextInt(3) == 0 && member != other) {
                    world.cut(member, other, 500 + world.random.nextInt(3000));
                } else if (world.random.nextInt(10) == 0) {
                    world.members.forEach(each -> world.cut(member, each, 500 + world.random.nextInt(3000)));
                } else if (member.isUp()) {
                    member.crash();
                } else {
                    member.start();
                }
            }
        }

        private SimMember anyMember() {
            return world.members.get(world.random.nextInt(world.members.size()));
        }

        void healAndCheck() {
            world.mend();
            for (SimMember member : world.members) {
                if (!member.isUp()) {
                    member.start();
                }
            }
            world.run(world.nowMs() + 30_000, this::allServe);
            assertTrue(allServe(), "no quorum after everything was healed: " + roles());
            int before = history.counted("write answered");
            world.run(world.nowMs() + 20_000, () -> history.counted("write answered") > before + 10);
            assertTrue(history.counted("write answered") > before + 10, "no progress: " + history);
            clients.forEach(SimClient::stop);
            world.run(20_000);
            assertEquals(List.of(), history.problems());
            SimMember first = world.members.get(0);
            for (SimMember member : world.members) {
                assertEquals(List.of(), member.digestProblems());
                assertEquals(first.tree().lastZxid(), member.tree().lastZxid(), "zxid of " + member.id());
                assertEquals(first.tree().digest(), member.tree().digest(), "digest of " + member.id());
                assertEquals(first.sessions().timeouts(), member.sessions().timeouts(), "sessions of " + member.id());
            }
            assertEquals(0, first.tree().ephemeralCount(), "ephemerals outlive their sessions");
        }

        private boolean allServe() {
            return world.members.stream().allMatch(SimMember::isServing);
        }

        private List<String> roles() {
            return world.members.stream().map(m -> m.id() + " " + m.role()).toList();
        }
    }
}
