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
            waiting.add(item);
            drain();
        }

        @Override
        public void broken() {
            if (run == runs && isUp() && links.get(connection) == this) {
                waiting.add(BROKEN);
                drain();
            }
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
        return isUp() && role != Role.LOOKING;
    }

    boolean canPropose() {
        return isUp() && node.canPropose();
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
        world.trace(() -> id + " starts, last logged " + io.lyrebird.zab.Zxid.text(node.lastLoggedZxid()) + " accepted "
                + node.acceptedEpoch() + " current " + node.currentEpoch());
        world.count("start");
        step(new Input.Start(world.nowMs() + clockAheadMs));
        tickLater(runs);
    }

    void crash() {
        world.trace(() -> id + " crashes");
        world.count(disk.isIdle() ? "crash" : "crash with un-synced work");
        node = null;
        runs++;
        role = Role.LOOKING;
        installing = null;
        syncScheduled = false;
        links.keySet().forEach(connection -> world.network().close(connection, id));
        links.clear();
        disk.crash(world.random());
        world.invariants().epochsOnDisk(id, disk.acceptedEpoch(), disk.currentEpoch());
    }

    void propose(long number) {
        Entry entry = new Entry(node.nextZxid(), number);
        step(new Input.Propose(entry.zxid(), entry.txn()));
    }

    /** The image takes over the tree, and the log may be shortened. */
    void writeImage(boolean dropLog) {
        if (isUp() && installing == null && disk.isIdle()) {
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
    }

    private void tickLater(int run) {
        world.scheduler().after(TICK_MS, () -> {
            if (run == runs) {
                step(new Input.Tick(world.nowMs() + clockAheadMs));
                tickLater(run);
            }
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
            int run = runs;
            world.scheduler().after(world.random().nextInt(slowestSyncMs + 1), () -> {
                if (run == runs) {
                    syncScheduled = false;
                    disk.sync(world.random());
                    world.invariants().epochsOnDisk(id, disk.acceptedEpoch(), disk.currentEpoch());
                    if (!disk.isIdle()) {
                        syncLater();
                    }
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
            if (to.isUp()) {
                to.step(new Input.Notified(from, notification));
            }
        });
    }

    @Override
    public void connect(long serverId) {
        int run = runs;
        world.scheduler().after(world.network().delayMs(), () -> {
            if (run == runs) {
                connectNow(world.server(serverId));
            }
        });
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
        leader.step(new Input.LearnerConnected(connection));
        step(new Input.LeaderConnected(leader.id, connection));
    }

    @Override
    public void disconnect(long connection) {
        Link link = links.remove(connection);
        world.network().close(connection, id);
        int run = runs;
        if (link != null && installing == link) {
            world.scheduler().after(0, () -> {
                if (run == runs) {
                    failInstallOf(link);
                }
            });
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
        // touches: there are no sessions in here
    }

    @Override
    public void receivedFromLeader(LeaderMessage message) {
        // nothing was asked
    }

    @Override
    public List<SessionTouch> takeTouches() {
        return List.of();
    }
}
