package io.lyrebird.zab.sim;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.zab.Bounds;
import io.lyrebird.zab.GroupRule;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.QuorumRule;
import io.lyrebird.zab.Timing;
import io.lyrebird.zab.ZabConfig;
import io.lyrebird.zab.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** A whole ensemble in one thread, made from a seed. */
final class World {
    private final Random random;
    private final boolean tracing;
    private final Scheduler scheduler = new Scheduler();
    private final Network network;
    private final Invariants invariants = new Invariants();
    private final List<SimServer> servers = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private final Linearizability linearizability = new Linearizability();
    private final int voterCount;
    private long lastNumber;

    World(long seed, boolean tracing) {
        random = new Random(scrambled(seed));
        this.tracing = tracing;
        network = new Network(scheduler, random);
        int[] sizes = {1, 2, 3, 3, 3, 5, 5, 7};
        voterCount = sizes[random.nextInt(sizes.length)];
        int observers = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
        QuorumRule quorum = quorumRule();
        count("seed with " + voterCount + " voters");
        if (observers > 0) {
            count("seed with observers");
        }
        Timing timing = new Timing(100, 10, 5, random.nextBoolean() ? 50 : 10, random.nextBoolean() ? 50 : 10, 800, 20);
        Bounds bounds = new Bounds(
                new int[] {0, 3, 500}[random.nextInt(3)],
                new long[] {0, 5, 100_000}[random.nextInt(3)],
                new long[] {5, 40, Zxid.COUNTER_MAX - 1, Zxid.COUNTER_MAX - 1}[random.nextInt(4)]);
        for (long id = 1; id <= voterCount + observers; id++) {
            servers.add(new SimServer(this, new ZabConfig(id, quorum, "", 0, timing, bounds)));
        }
    }

    /** Neighbouring seeds give Random nearly the same first numbers, and so all the same ensemble (SplitMix64's mixing). */
    private static long scrambled(long seed) {
        long mixed = (seed ^ seed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /** Majorities mostly; nine servers in three groups now and then would be slow, so groups are small. */
    private QuorumRule quorumRule() {
        long[] ids = LongStream.rangeClosed(1, voterCount).toArray();
        if (voterCount < 5 || random.nextInt(3) != 0) {
            return QuorumRule.majority(ids);
        }
        List<GroupRule.Member> members = new ArrayList<>();
        count("seed with groups and weights");
        for (long id : ids) {
            members.add(new GroupRule.Member(id, id % 3, 1 + id % 2));
        }
        return new GroupRule(members);
    }

    Random random() {
        return random;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Network network() {
        return network;
    }

    Invariants invariants() {
        return invariants;
    }

    Linearizability linearizability() {
        return linearizability;
    }

    /** Of a txn that was not there before. */
    long nextNumber() {
        return ++lastNumber;
    }

    List<SimServer> servers() {
        return servers;
    }

    int voterCount() {
        return voterCount;
    }

    SimServer server(long id) {
        return servers.get((int) id - 1);
    }

    long nowMs() {
        return scheduler.nowMs();
    }

    /** Something has happened that a simulation should have seen happen. */
    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    Map<String, Long> counts() {
        return counts;
    }

    void trace(Supplier<String> line) {
        if (tracing) {
            System.out.println(scheduler.nowMs() + " " + line.get());
        }
    }

    String describe(Input input) {
        if (input instanceof Input.FromLeader message) {
            return "connection " + message.connection() + " " + describe(message.message());
        }
        return input.toString();
    }

    String describe(Object message) {
        if (message instanceof LeaderMessage.Proposal proposal) {
            return "Proposal " + Entry.of(proposal.zxid(), proposal.txn());
        }
        return message.toString();
    }
}
