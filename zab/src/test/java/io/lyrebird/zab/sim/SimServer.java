package io.lyrebird.zab.sim;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.zab.Effects;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.Role;
import io.lyrebird.zab.ZabConfig;
import io.lyrebird.zab.ZabNode;
import io.lyrebird.zab.Zxid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One server: a node, its disk, its tree, and the shell between them and the network. */
final class SimServer implements Effects {
    /** Some of a snapshot's stream; the last part has it all. */
    private record SnapshotPart() {}

    /** What the stream of a snapshot carries. */
    private record Snapshot(List<Entry> tree, long zxid) {}

    /** A connection as this server sees it, for as long as this run of it lasts. */
    private final class Link implements Network.End {
        private final int run = runs;
        private final boolean toLeader;
        private final Deque<Object> waiting = new ArrayDeque<>();
        private long connection;
        private boolean held;

        Link(boolean toLeader) {
            this.toLeader = toLeader;
        }

        @Override
        public void receive(Object item) {
            whenRunning(() -> {
                waiting.add(item);
                drain();
            });
        }

        @Override
        public void broken() {
            whenRunning(() -> {
                if (run == runs && isUp() && links.get(connection) == this) {
                    waiting.add(BROKEN);
                    drain();
                }
            });
        }

        private void drain() {
            while (!waiting.isEmpty() && run == runs && isUp() && links.get(connection) == this) {
                Object item = waiting.peek();
                if (held && !(item instanceof Snapshot) && !(item instanceof SnapshotPart) && item != BROKEN) {
                    return;
                }
                if (held && item == BROKEN && installing == null) {
                    return;
                }
                waiting.remove();
                handle(item);
            }
        }

        private void handle(Object item) {
            if (item == BROKEN) {
                links.remove(connection);
                step(new Input.Disconnected(connection));
                failInstallOf(this);
            } else if (item instanceof SnapshotPart) {
                world.count("part of a snapshot");
            } else if (item instanceof Snapshot snapshot) {
                install(this, snapshot);
            } else if (toLeader) {
                step(new Input.FromLeader(connection, (LeaderMessage) item));
            } else {
                step(new Input.FromLearner(connection, (LearnerMessage) item));
            }
        }
    }

    private static final Object BROKEN = new Object();
    private static final int TICK_MS = 20;

    private final World world;
    private final long id;
    private final ZabConfig config;
    private final SimDisk disk = new SimDisk();
    private final Map<Long, Link> links = new TreeMap<>();
    private List<Entry> tree = new ArrayList<>();
    private long treeZxid;
    private ZabNode node;
    private int runs;
    private Role role = Role.LOOKING;
    private long clockAheadMs;
    private int slowestSyncMs = 5;
    private boolean syncScheduled;
    /** The link whose snapshot has been asked for and has not come yet. */
    private Link installing;
    /** What clients wait for here: writes by their number, syncs in the order the leader answers them. */
    private final Map<Long, SimOperation> writes = new TreeMap<>();

    private final Deque<SimOperation> syncs = new ArrayDeque<>();
    /** What comes in while the process is stopped, if it is (SIGSTOP); null while it runs. */
    private Deque<Runnable> stalled;
    /** What a step has asked to be put into the next ones. */
    private final Deque<Runnable> afterStep = new ArrayDeque<>();

    SimServer(World world, ZabConfig config) {
        this.world = world;
        this.id = config.serverId();
        this.config = config;
    }

    long id() {
        return id;
    }

    boolean isUp() {
        return node != null;
    }

    boolean isServing() {
        return isUp() && stalled == null && role != Role.LOOKING;
    }

    boolean canPropose() {
        return isUp() && stalled == null && node.canPropose();
    }

    int delivered() {
        return tree.size();
    }

    void setSlowestSyncMs(int ms) {
        slowestSyncMs = ms;
    }

    void jumpClock(long ms) {
        clockAheadMs += ms;
    }

    void start() {
        runs++;
        node = new ZabNode(config, disk.recover());
        tree = new ArrayList<>(disk.image());
        treeZxid = disk.imageZxid();
        role = Role.LOOKING;
        world.trace(() -> id + " starts, last logged " + Zxid.text(node.lastLoggedZxid()) + " accepted "
                + node.acceptedEpoch() + " current " + node.currentEpoch());
        world.count("start");
        step(new Input.Start(world.nowMs() + clockAheadMs));
        tickLater();
    }

    void crash() {
        world.trace(() -> id + " crashes");
        world.count(disk.isIdle() ? "crash" : "crash with un-synced work");
        node = null;
        stalled = null;
        runs++;
        role = Role.LOOKING;
        installing = null;
        syncScheduled = false;
        links.keySet().forEach(connection -> world.network().close(connection, id));
        links.clear();
        afterStep.clear();
        loseOperations();
        disk.crash(world.random());
        world.invariants().epochsOnDisk(id, disk.acceptedEpoch(), disk.currentEpoch());
    }

    /** The process stops, and knows nothing of it when it goes on. */
    void pause() {
        if (isUp() && stalled == null) {
            world.trace(() -> id + " stops");
            world.count("process stopped for a while");
            stalled = new ArrayDeque<>();
        }
    }

    void resume() {
        if (stalled != null) {
            world.trace(() -> id + " goes on");
            Deque<Runnable> late = stalled;
            stalled = null;
            late.forEach(Runnable::run);
        }
    }

    private void whenRunning(Runnable action) {
        if (stalled == null) {
            action.run();
        } else {
            stalled.add(action);
        }
    }

    private void later(long delayMs, Runnable action) {
        int run = runs;
        world.scheduler()
                .after(
                        delayMs,
                        () -> whenRunning(() -> {
                            if (run == runs) {
                                action.run();
                            }
                        }));
    }

    void propose(long number) {
        Entry entry = new Entry(node.nextZxid(), number);
        if (Zxid.counter(entry.zxid()) == config.bounds().counterMax()) {
            world.count("epoch that ran out of zxids");
        }
        step(new Input.Propose(entry.zxid(), entry.txn()));
    }

    // ---- clients

    void ask(SimOperation operation) {
        whenRunning(() -> serve(operation));
    }

    private void serve(SimOperation operation) {
        if (role == Role.LOOKING) {
            operation.client().lost(operation);
            return;
        }
        if (operation.isSync()) {
            syncs.add(operation);
        } else {
            writes.put(operation.number(), operation);
        }
        if (role != Role.LEADING) {
            step(new Input.Forward(operation.forwarded()));
        } else if (operation.isSync()) {
            step(new Input.AnswerSync(Input.AnswerSync.OWN));
        } else if (canPropose()) {
            propose(operation.number());
        }
    }

    private void serveLearner(long connection, LearnerMessage.Request request) {
        if (SimOperation.isSync(request)) {
            step(new Input.AnswerSync(connection));
        } else if (canPropose()) {
            propose(SimOperation.number(request));
        }
    }

    private void loseOperations() {
        List<SimOperation> lost = new ArrayList<>(writes.values());
        lost.addAll(syncs);
        writes.clear();
        syncs.clear();
        lost.forEach(operation -> operation.client().lost(operation));
    }

    /** The image takes over the tree, and the log may be shortened. */
    void writeImage(boolean dropLog) {
        if (isUp() && stalled == null && installing == null && disk.isIdle()) {
            disk.advanceImage(tree, treeZxid);
            if (dropLog) {
                disk.dropLog(treeZxid);
                step(new Input.LogDropped(treeZxid));
            }
        }
    }

    String describe() {
        return id + (isUp() ? " " + role + " follows " + node.leaderId() : " down") + " delivered " + tree.size();
    }

    private void step(Input input) {
        world.trace(() -> id + " <- " + world.describe(input));
        try {
            node.step(input, this);
        } catch (IllegalStateException broken) {
            throw new SimulationFailure("server " + id + ": " + broken.getMessage(), broken);
        }
        for (Runnable next = afterStep.poll(); next != null; next = afterStep.poll()) {
            next.run();
        }
    }

    private void tickLater() {
        later(TICK_MS, () -> {
            step(new Input.Tick(world.nowMs() + clockAheadMs));
            tickLater();
        });
    }

    // ---- disk

    private Runnable answer(Input input) {
        int run = runs;
        return () -> {
            if (run == runs) {
                step(input);
            }
        };
    }

    private void syncLater() {
        if (!syncScheduled) {
            syncScheduled = true;
            later(world.random().nextInt(slowestSyncMs + 1), () -> {
                syncScheduled = false;
                disk.sync(world.random());
                world.invariants().epochsOnDisk(id, disk.acceptedEpoch(), disk.currentEpoch());
                if (!disk.isIdle()) {
                    syncLater();
                }
            });
        }
    }

    @Override
    public void append(long zxid, byte[] txn) {
        disk.append(Entry.of(zxid, txn), answer(new Input.Durable(zxid)));
        syncLater();
    }

    @Override
    public void truncate(long zxid) {
        world.count("truncated");
        disk.truncate(zxid, answer(new Input.Truncated(zxid)));
        syncLater();
    }

    @Override
    public void saveEpochs(long acceptedEpoch, long currentEpoch) {
        disk.saveEpochs(acceptedEpoch, currentEpoch, answer(new Input.EpochsDurable(acceptedEpoch, currentEpoch)));
        syncLater();
    }

    @Override
    public void installSnapshot(long connection, long zxid) {
        Link link = links.get(connection);
        link.held = true;
        installing = link;
    }

    private void install(Link link, Snapshot snapshot) {
        if (installing != link) {
            throw new SimulationFailure("server " + id + " gets a snapshot that it did not ask for");
        }
        installing = null;
        int run = runs;
        disk.replaceImage(snapshot.tree(), snapshot.zxid(), () -> {
            if (run == runs) {
                world.invariants().installed(id, snapshot.tree());
                tree = new ArrayList<>(snapshot.tree());
                treeZxid = snapshot.zxid();
                world.count("snapshot installed");
                link.held = false;
                step(new Input.SnapshotInstalled(snapshot.zxid()));
                link.drain();
            }
        });
        syncLater();
    }

    private void failInstallOf(Link link) {
        if (installing == link) {
            installing = null;
            world.count("snapshot interrupted");
            step(new Input.SnapshotFailed());
        }
    }

    // ---- tree

    @Override
    public void deliver(long zxid, byte[] txn) {
        Entry entry = Entry.of(zxid, txn);
        world.invariants().delivered(id, tree.size(), entry);
        tree.add(entry);
        treeZxid = zxid;
        SimOperation write = writes.remove(entry.number());
        if (write != null) {
            write.client().wrote(this, write, tree.size() - 1);
        }
    }

    @Override
    public void deliverLogged(long zxid) {
        world.count("delivered from the log");
        List<Entry> entries = disk.readLog(treeZxid, zxid);
        if (entries.isEmpty() || entries.get(entries.size() - 1).zxid() != zxid) {
            throw new SimulationFailure("server " + id + " delivers what its log does not have");
        }
        entries.forEach(entry -> deliver(entry.zxid(), entry.txn()));
    }

    @Override
    public void roleChanged(Role newRole, long epoch) {
        role = newRole;
        loseOperations();
        world.count(newRole.toString());
        world.trace(() -> id + " is " + newRole + " in epoch " + epoch);
        if (newRole == Role.LEADING) {
            world.invariants().leads(id, epoch, tree.size());
        }
    }

    // ---- network

    @Override
    public void sendVote(long serverId, Notification notification) {
        world.network().sendVote(id, serverId, from -> {
            SimServer to = world.server(serverId);
            to.whenRunning(() -> {
                if (to.isUp()) {
                    to.step(new Input.Notified(from, notification));
                }
            });
        });
    }

    @Override
    public void connect(long serverId) {
        later(world.network().delayMs(), () -> connectNow(world.server(serverId)));
    }

    private void connectNow(SimServer leader) {
        boolean reachable = leader.isUp()
                && !world.network().isCut(id, leader.id)
                && !world.network().isCut(leader.id, id);
        if (!reachable) {
            step(new Input.LeaderUnreachable(leader.id));
            return;
        }
        Link ours = new Link(true);
        Link theirs = leader.new Link(false);
        long connection = world.network().open(id, ours, leader.id, theirs);
        ours.connection = connection;
        theirs.connection = connection;
        links.put(connection, ours);
        leader.links.put(connection, theirs);
        leader.whenRunning(() -> {
            if (leader.links.get(connection) == theirs) {
                leader.step(new Input.LearnerConnected(connection));
            }
        });
        step(new Input.LeaderConnected(leader.id, connection));
    }

    @Override
    public void disconnect(long connection) {
        Link link = links.remove(connection);
        world.network().close(connection, id);
        if (link != null && installing == link) {
            later(0, () -> failInstallOf(link));
        }
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        world.count(message.getClass().getSimpleName());
        world.trace(() -> id + " -> connection " + connection + " " + world.describe(message));
        world.network().send(connection, id, message);
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        world.trace(() -> id + " -> connection " + connection + " " + world.describe(message));
        world.network().send(connection, id, message);
    }

    @Override
    public void sendLogged(long connection, long afterZxid, long upToZxid) {
        world.count("sent from the log");
        List<Entry> entries = disk.readLog(afterZxid, upToZxid);
        if (entries.isEmpty() || entries.get(entries.size() - 1).zxid() != upToZxid) {
            throw new SimulationFailure("server " + id + " sends what its log does not have");
        }
        for (Entry entry : entries) {
            send(connection, new LeaderMessage.Proposal(entry.zxid(), entry.txn()));
            send(connection, new LeaderMessage.Commit(entry.zxid()));
        }
    }

    @Override
    public void streamSnapshot(long connection) {
        for (int parts = world.random().nextInt(30); parts > 0; parts--) {
            world.network().send(connection, id, new SnapshotPart());
        }
        world.network().send(connection, id, new Snapshot(List.copyOf(tree), treeZxid));
    }

    @Override
    public void receivedFromLearner(long connection, long serverId, LearnerMessage message) {
        if (message instanceof LearnerMessage.Request request) {
            afterStep.add(() -> serveLearner(connection, request));
        }
    }

    @Override
    public void receivedFromLeader(LeaderMessage message) {
        SimOperation sync = syncs.poll();
        if (!(message instanceof LeaderMessage.SyncDone) || sync == null) {
            throw new SimulationFailure("server " + id + " is answered what it did not ask: " + message);
        }
        sync.client().read(this, sync, tree.size());
    }

    @Override
    public List<SessionTouch> takeTouches() {
        return List.of();
    }
}
