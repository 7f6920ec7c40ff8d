package io.lyrebird.server.core.sim;

import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.core.Core;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.core.CoreListener;
import io.lyrebird.server.core.CoreParts;
import io.lyrebird.server.core.CoreSettings;
import io.lyrebird.server.core.OutlivedNodesLimits;
import io.lyrebird.server.core.Peers;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.legacy.SnapshotStream;
import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.RequestSettings;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.zab.Bounds;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.Persisted;
import io.lyrebird.zab.QuorumRule;
import io.lyrebird.zab.Role;
import io.lyrebird.zab.ZabConfig;
import io.lyrebird.zab.ZabNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** One server of the ensemble: a core, its disk, and the shell between them and the wires. */
final class SimMember implements Peers {
    static final int TICK_MS = 200;
    private static final int RECENT_TXNS = 20;
    private static final int DIFF_TXNS = 60;

    private final SimWorld world;
    private final long id;
    private final ZabConfig config;
    private final SimDisk disk = new SimDisk();
    private final Deque<CoreInput> inbox = new ArrayDeque<>();
    private final Set<Long> open = new HashSet<>();
    /** What has come through a connection while a snapshot was being installed from it. */
    private final Map<Long, Deque<Runnable>> heldBack = new HashMap<>();
    /** Snapshots on their way out whose content is not known yet. */
    private final Map<Long, byte[][]> announced = new HashMap<>();

    private Core core;
    private Tree tree;
    private Sessions sessions;
    private int run;
    private boolean turnScheduled;
    private boolean syncScheduled;
    private int installs;
    private final List<String> digestProblems = new ArrayList<>();

    SimMember(SimWorld world, long id, QuorumRule quorum, long counterMax) {
        this.world = world;
        this.id = id;
        config = new ZabConfig(id, quorum, "", 0, SimWorld.TIMING, new Bounds(RECENT_TXNS, DIFF_TXNS, counterMax));
    }

    long id() {
        return id;
    }

    int run() {
        return run;
    }

    boolean isUp() {
        return core != null;
    }

    boolean isUp(int asOfRun) {
        return core != null && run == asOfRun;
    }

    boolean isOpen(long connection) {
        return open.contains(connection);
    }

    boolean isServing() {
        return core != null && core.isServing();
    }

    Role role() {
        return core == null ? Role.LOOKING : core.role();
    }

    Tree tree() {
        return tree;
    }

    Sessions sessions() {
        return sessions;
    }

    int installs() {
        return installs;
    }

    List<String> digestProblems() {
        return digestProblems;
    }

    void start() {
        world.trace(() -> id + " starts");
        run++;
        sessions = new Sessions();
        tree = newTree();
        ImageChanges changes = new ImageChanges(tree, sessions);
        Persisted persisted = disk.recover(tree, sessions, changes);
        tree.observe(changes);
        Quotas quotas = new Quotas(tree);
        Authorizer authorizer = new Authorizer(new AuthProviders(List.of()), false);
        CoreListener listener = new CoreListener() {
            @Override
            public void roleChanged(Role role, long epoch) {
                world.trace(() -> id + " is " + role + " in epoch " + epoch);
            }

            @Override
            public void digestDiffers(long zxid, long expected, long actual) {
                digestProblems.add("server " + id + " at 0x" + Long.toHexString(zxid));
            }
        };
        core = new Core(new CoreParts(
                new CoreSettings(
                        2 * TICK_MS,
                        20 * TICK_MS,
                        new OutlivedNodesLimits(60_000, 6, 0),
                        false,
                        world.leaderServes(),
                        "members"),
                tree,
                sessions,
                new SessionExpiry(TICK_MS),
                new Preparer(tree, sessions, RequestSettings.DEFAULTS, authorizer, quotas, QuotaListener.NONE),
                new TreeApplier(tree, sessions, quotas, WatchTrigger.NONE),
                new ZabNode(config, persisted),
                disk,
                changes,
                this,
                listener));
        core.clock(world.nowMs(), world.nowMs());
        core.start(id);
        afterTurn();
        tickLater(run);
    }

    private static Tree newTree() {
        return new Tree(1, new OwnerEncoding(true, false), true);
    }

    void crash() {
        world.trace(() -> id + " crashes");
        core = null;
        run++;
        inbox.clear();
        turnScheduled = false;
        syncScheduled = false;
        world.crashed(this);
        open.clear();
        heldBack.clear();
        announced.clear();
        disk.crash(world.random);
    }

    private void tickLater(int asOfRun) {
        world.after(TICK_MS / 4, () -> {
            if (isUp(asOfRun)) {
                submit(new CoreInput.Tick());
                if (world.random.nextInt(10) == 0) {
                    disk.advanceImage(world.logsAreCut() && world.random.nextBoolean(), this::submit);
                }
                tickLater(asOfRun);
            }
        });
    }

    /** Inputs gather for a while, and are handled in one batch. */
    void submit(CoreInput input) {
        if (!isUp()) {
            return;
        }
        inbox.add(input);
        if (!turnScheduled) {
            turnScheduled = true;
            int asOfRun = run;
            world.after(world.random.nextInt(2), () -> {
                if (isUp(asOfRun)) {
                    turnScheduled = false;
                    turn();
                }
            });
        }
    }

    private void turn() {
        core.clock(world.nowMs(), world.nowMs());
        CoreInput input;
        while ((input = inbox.poll()) != null) {
            core.handle(input);
        }
        afterTurn();
    }

    private void afterTurn() {
        if (core.hasCommitted()) {
            core.applyCommitted();
        }
        if (!disk.isIdle() && !syncScheduled) {
            syncScheduled = true;
            int asOfRun = run;
            world.after(world.random.nextInt(5), () -> {
                if (isUp(asOfRun)) {
                    syncScheduled = false;
                    disk.sync(world.random, this::submit);
                    afterTurn();
                }
            });
        }
    }

    private void tell(Input input) {
        world.trace(() -> id + " <- " + describe(input));
        submit(new CoreInput.FromZab(input));
    }

    private static String describe(Input input) {
        String text = input.toString();
        return text.length() > 150 ? text.substring(0, 150) : text;
    }

    // ---- wires

    void leaderUnreachable(long serverId) {
        tell(new Input.LeaderUnreachable(serverId));
    }

    void leaderConnected(long serverId, long connection) {
        open.add(connection);
        tell(new Input.LeaderConnected(serverId, connection));
    }

    void learnerConnected(long connection) {
        open.add(connection);
        tell(new Input.LearnerConnected(connection));
    }

    void disconnected(long connection) {
        receive(connection, () -> {
            open.remove(connection);
            tell(new Input.Disconnected(connection));
        });
    }

    private void receive(long connection, Runnable arrival) {
        Deque<Runnable> waiting = heldBack.get(connection);
        if (waiting == null) {
            arrival.run();
        } else {
            waiting.add(arrival);
        }
    }

    @Override
    public void sendVote(long serverId, Notification notification) {
        SimMember to = world.member(serverId);
        world.after(world.delayMs(), () -> {
            if (to.isUp() && !world.isCut(this, to)) {
                to.tell(new Input.Notified(id, notification));
            }
        });
    }

    @Override
    public void connect(long serverId) {
        world.connect(this, world.member(serverId));
    }

    @Override
    public void disconnect(long connection) {
        open.remove(connection);
        world.close(connection, this);
        Deque<Runnable> waiting = heldBack.remove(connection);
        if (waiting != null && snapshotsAwaited.remove(connection)) {
            submit(new CoreInput.InstallFailed(connection));
        }
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        SimMember to = world.otherEnd(connection, this);
        world.send(
                connection,
                this,
                () -> to.receive(connection, () -> {
                    to.holdIfSnapshot(connection, message);
                    to.tell(new Input.FromLeader(connection, message));
                }));
    }

    /** As a transport knows by the message what follows it. */
    private void holdIfSnapshot(long connection, LeaderMessage message) {
        if (message instanceof LeaderMessage.Snap) {
            heldBack.put(connection, new ArrayDeque<>());
        }
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        SimMember to = world.otherEnd(connection, this);
        world.send(
                connection,
                this,
                () -> to.receive(connection, () -> to.tell(new Input.FromLearner(connection, message))));
    }

    @Override
    public void sendLogged(long connection, long afterZxid, long upToZxid) {
        TreeMap<Long, byte[]> txns = disk.readLog(afterZxid, upToZxid);
        if (txns.isEmpty() || txns.lastKey() != upToZxid) {
            // Cut a moment ago: the connection ends, and the learner that comes back is sent something else.
            cut(connection);
            return;
        }
        txns.forEach((zxid, txn) -> {
            send(connection, new LeaderMessage.Proposal(zxid, txn));
            send(connection, new LeaderMessage.Commit(zxid));
        });
    }

    private void cut(long connection) {
        world.close(connection, this);
        open.remove(connection);
        tell(new Input.Disconnected(connection));
    }

    // ---- snapshots

    /** The connections whose snapshot has been asked for and has not come whole. */
    private final Set<Long> snapshotsAwaited = new HashSet<>();

    private final Map<Long, byte[]> snapshotsHere = new HashMap<>();
    private final Map<Long, Long> snapshotZxids = new HashMap<>();

    @Override
    public void streamSnapshot(long connection) {
        byte[][] content = new byte[1][];
        announced.put(connection, content);
        SimMember to = world.otherEnd(connection, this);
        world.send(connection, this, () -> to.snapshotArrived(connection, content));
    }

    @Override
    public void snapshotReached(long connection, SortedMap<Long, Integer> ofSessions, List<List<Acl>> acls) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            SnapshotStream.write(ofSessions, acls, new Cursor(disk.cachedImage()), out);
        } catch (IOException | StoreException e) {
            throw new AssertionError(e);
        }
        announced.remove(connection)[0] = out.toByteArray();
    }

    /** Not through {@link #receive}: what is held back is what follows it. */
    private void snapshotArrived(long connection, byte[][] content) {
        if (content[0] == null) {
            int asOfRun = run;
            world.after(1, () -> {
                if (isUp(asOfRun) && isOpen(connection)) {
                    snapshotArrived(connection, content);
                }
            });
            return;
        }
        snapshotsHere.put(connection, content[0]);
        installIfHere(connection);
    }

    @Override
    public void receiveSnapshot(long connection, long zxid) {
        snapshotsAwaited.add(connection);
        snapshotZxids.put(connection, zxid);
        if (!open.contains(connection)) {
            snapshotsAwaited.remove(connection);
            submit(new CoreInput.InstallFailed(connection));
            return;
        }
        installIfHere(connection);
        failIfBroken(connection, run);
    }

    /** The stream ends early: the connection is gone, and what was behind it is a goodbye. */
    private void failIfBroken(long connection, int asOfRun) {
        world.after(10, () -> {
            if (!isUp(asOfRun) || !snapshotsAwaited.contains(connection)) {
                return;
            }
            if (world.otherEnd(connection, this) == null && !snapshotsHere.containsKey(connection)) {
                snapshotsAwaited.remove(connection);
                submit(new CoreInput.InstallFailed(connection));
            } else {
                failIfBroken(connection, asOfRun);
            }
        });
    }

    private void installIfHere(long connection) {
        byte[] bytes = snapshotsHere.get(connection);
        if (bytes == null || !snapshotsAwaited.remove(connection)) {
            return;
        }
        snapshotsHere.remove(connection);
        installs++;
        Tree received = newTree();
        Sessions receivedSessions = new Sessions();
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        try {
            SnapshotStream.read(in, received, receivedSessions);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        if (in.available() > 0) {
            throw new AssertionError("the snapshot was not read to its end");
        }
        long zxid = snapshotZxids.remove(connection);
        received.setLastZxid(zxid);
        disk.install(
                zxid,
                received,
                receivedSessions,
                new CoreInput.Installed(connection, zxid, received, receivedSessions));
        afterTurnSoon();
    }

    private void afterTurnSoon() {
        int asOfRun = run;
        world.after(0, () -> {
            if (isUp(asOfRun)) {
                afterTurn();
            }
        });
    }

    @Override
    public void resume(long connection) {
        Deque<Runnable> waiting = heldBack.remove(connection);
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
    }

    @Override
    public void flush() {}

    /** Over a map. */
    private static final class Cursor implements ImageCursor {
        private final Iterator<Map.Entry<byte[], byte[]>> entries;
        private Map.Entry<byte[], byte[]> entry;

        Cursor(TreeMap<byte[], byte[]> image) {
            entries = image.entrySet().iterator();
        }

        @Override
        public long zxid() {
            return 0;
        }

        @Override
        public boolean next() {
            if (!entries.hasNext()) {
                return false;
            }
            entry = entries.next();
            return true;
        }

        @Override
        public byte[] key() {
            return entry.getKey();
        }

        @Override
        public byte[] value() {
            return entry.getValue();
        }

        @Override
        public void close() {}
    }
}
