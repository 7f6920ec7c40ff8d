package io.lyrebird.server.core.sim;

import io.lyrebird.zab.QuorumRule;
import io.lyrebird.zab.Timing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Time, chance, the members of an ensemble, and the wires between them: everything in one thread, from a seed. */
final class SimWorld {
    private record Event(long atMs, long number, Runnable action) {}

    /** One direction of a connection: keeps its order. */
    private static final class Wire {
        private long lastArrivalMs;
        /** For good: what was lost is never sent again on the same connection. */
        private boolean isCut;
    }

    /** Between a learner and a leader. */
    private record Connection(SimMember learner, int learnerRun, SimMember leader, int leaderRun, Wire up, Wire down) {}

    static final Timing TIMING = new Timing(200, 10, 5, 50, 50, 400, 20);

    private static final boolean TRACE = Boolean.getBoolean("ensemble.trace");

    final Random random;
    final List<SimMember> members = new ArrayList<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atMs).thenComparingLong(Event::number));
    private final TreeMap<Long, Long> cutUntilMs = new TreeMap<>();
    private final TreeMap<Long, Connection> connections = new TreeMap<>();
    private long nowMs = 1_000_000;
    private long eventCount;
    private long connectionCount;
    private int slowestMs = 3;
    private boolean leaderServes = true;
    private boolean logsAreCut = true;

    SimWorld(long seed, int voters, int observers, long counterMax) {
        random = new Random(seed);
        long[] voterIds = new long[voters];
        for (int i = 0; i < voters; i++) {
            voterIds[i] = i + 1;
        }
        QuorumRule quorum = QuorumRule.majority(voterIds);
        for (int i = 0; i < voters + observers; i++) {
            members.add(new SimMember(this, i + 1, quorum, counterMax));
        }
    }

    /** For a seed that fails: what happened, with -Densemble.trace=true. */
    void trace(Supplier<String> line) {
        if (TRACE) {
            System.out.println(nowMs + " " + line.get());
        }
    }

    SimWorld leaderDoesNotServe() {
        leaderServes = false;
        return this;
    }

    SimWorld logsAreKept() {
        logsAreCut = false;
        return this;
    }

    boolean logsAreCut() {
        return logsAreCut;
    }

    boolean leaderServes() {
        return leaderServes;
    }

    long nowMs() {
        return nowMs;
    }

    SimMember member(long id) {
        return members.get((int) id - 1);
    }

    void after(long delayMs, Runnable action) {
        events.add(new Event(nowMs + delayMs, eventCount++, action));
    }

    int delayMs() {
        return random.nextInt(slowestMs + 1);
    }

    /** Lets time pass, until then or until it is so. */
    void run(long untilMs, BooleanSupplier done) {
        while (!events.isEmpty() && events.peek().atMs <= untilMs && !done.getAsBoolean()) {
            Event next = events.poll();
            nowMs = Math.max(nowMs, next.atMs);
            next.action.run();
        }
    }

    void run(long forMs) {
        long untilMs = nowMs + forMs;
        run(untilMs, () -> false);
        nowMs = Math.max(nowMs, untilMs);
    }

    // ---- wires

    /** What these two say to each other gets lost, from now on and for a while; connections end when that is noticed. */
    void cut(SimMember one, SimMember other, long forMs) {
        long pair = pair(one, other);
        cutUntilMs.merge(pair, nowMs + forMs, Math::max);
        for (Connection c : connections.values()) {
            if (pair(c.learner, c.leader) == pair) {
                c.up.isCut = true;
                c.down.isCut = true;
            }
        }
    }

    private static long pair(SimMember one, SimMember other) {
        return Math.min(one.id(), other.id()) * 1000 + Math.max(one.id(), other.id());
    }

    boolean isCut(SimMember one, SimMember other) {
        return cutUntilMs.getOrDefault(pair(one, other), 0L) > nowMs;
    }

    void mend() {
        cutUntilMs.clear();
    }

    void connect(SimMember learner, SimMember leader) {
        int run = learner.run();
        after(delayMs(), () -> {
            if (!learner.isUp(run)) {
                return;
            }
            if (!leader.isUp() || isCut(learner, leader)) {
                learner.leaderUnreachable(leader.id());
                return;
            }
            long number = connectionCount++;
            connections.put(number, new Connection(learner, run, leader, leader.run(), new Wire(), new Wire()));
            leader.learnerConnected(number);
            learner.leaderConnected(leader.id(), number);
        });
    }

    /** Something on its way; what does what on arrival is up to who sends it. */
    void send(long number, SimMember from, Runnable arrival) {
        Connection c = connections.get(number);
        if (c == null) {
            return;
        }
        boolean up = from == c.learner;
        Wire wire = up ? c.up : c.down;
        SimMember to = up ? c.leader : c.learner;
        int run = up ? c.leaderRun : c.learnerRun;
        if (wire.isCut) {
            return;
        }
        wire.lastArrivalMs = Math.max(wire.lastArrivalMs, nowMs + delayMs());
        after(wire.lastArrivalMs - nowMs, () -> {
            if (to.isUp(run) && to.isOpen(number) && !wire.isCut) {
                arrival.run();
            }
        });
    }

    SimMember otherEnd(long number, SimMember one) {
        Connection c = connections.get(number);
        return c == null ? null : one == c.learner ? c.leader : c.learner;
    }

    /** One end has gone: the other learns of it behind what is on the wire, or, if it is cut, before some of that. */
    void close(long number, SimMember by) {
        Connection c = connections.get(number);
        if (c == null) {
            return;
        }
        SimMember other = by == c.learner ? c.leader : c.learner;
        send(number, by, () -> other.disconnected(number));
        connections.remove(number);
    }

    void crashed(SimMember member) {
        for (long number : new ArrayList<>(connections.keySet())) {
            Connection c = connections.get(number);
            if (c.learner == member || c.leader == member) {
                close(number, member);
            }
        }
    }
}
