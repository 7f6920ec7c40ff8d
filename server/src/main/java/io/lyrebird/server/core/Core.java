package io.lyrebird.server.core;

import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.SessionIds;
import io.lyrebird.server.session.SessionPasswords;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Check;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.Role;
import io.lyrebird.zab.ZabNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;

/**
 * The coordination service between its clients, Zab and the disk.
 *
 * <p>What Zab delivers gathers until {@link #applyCommitted}, so that whoever calls it can keep readers out once for all of
 * it; changes of the role are in that order too, so that a role begins with all that was committed before it in the tree.
 * How clients are served is the business of the {@link RoleService} at hand.
 */
public final class Core implements CoreInput.Handler {
    private static final int ANY_VERSION = -1;

    private final CoreParts parts;
    private final Tree tree;
    private final ZabNode zab;
    private final LocalSessions local = new LocalSessions();
    private final CoreTime time = new CoreTime();
    private final Replies replies;
    private final DigestLog digests = new DigestLog();
    private final Deque<Delivered> delivered = new ArrayDeque<>();
    private final ZabEffects zabEffects;
    private SessionIds sessionIds;
    private RoleService service = new LookingService();
    private Role role = Role.LOOKING;
    /** Changes of the role that Zab has told and that are still to come in {@link #delivered}. */
    private int roleChangesAhead;
    /** A leader may go on while it sends its tree: until the digest is right for once, it is not expected to be. */
    private boolean inexact;

    private boolean handlingPeers;
    private long expiredSessionsBefore;

    public Core(CoreParts parts) {
        this.parts = parts;
        tree = parts.tree();
        zab = parts.zab();
        replies = new Replies(tree, parts.sessions());
        zabEffects = new ZabEffects(parts.disk(), parts.peers(), new Deliveries());
    }

    /**
     * The time for the inputs that follow.
     *
     * @param nowMs never goes back; measures timeouts
     * @param wallMs the time of day; it is what clients see in stats
     */
    public void clock(long nowMs, long wallMs) {
        time.set(nowMs, wallMs);
    }

    /** Begins to take part, as the server with this id. */
    public void start(long serverId) {
        sessionIds = new SessionIds(serverId, time.wallMs());
        step(new Input.Start(time.nowMs()));
    }

    public void handle(CoreInput input) {
        input.dispatch(this);
    }

    /** Whether requests can be served. */
    public boolean isServing() {
        return role != Role.LOOKING;
    }

    public Role role() {
        return role;
    }

    /** What peers say to the role goes to it once the role has begun, and never into the middle of a step. */
    private void step(Input input) {
        zab.step(input, zabEffects);
        handlePeers();
    }

    private void handlePeers() {
        if (handlingPeers || roleChangesAhead > 0) {
            return;
        }
        handlingPeers = true;
        ZabEffects.FromPeer message;
        while (roleChangesAhead == 0 && (message = zabEffects.pollFromPeer()) != null) {
            if (message.revalidated() != null) {
                service.fromLeader(message.revalidated());
            } else {
                service.fromLearner(message.connection(), message.fromLearner());
            }
        }
        handlingPeers = false;
    }

    // ---- clients

    @Override
    public void connect(CoreInput.Connect input) {
        ConnectRequest request = input.request();
        // The client may have seen more than this server: it must look for another one (processConnectRequest).
        if (!takesClients() || request.lastZxidSeen() > tree.lastZxid()) {
            input.port().close();
            return;
        }
        int timeoutMs = parts.settings().negotiate(request.timeoutMs());
        if (request.sessionId() == 0) {
            service.createSession(
                    input.port(),
                    new WriteRequest(
                            sessionIds.next(),
                            0,
                            OpCode.CREATE_SESSION,
                            new CreateSessionRequest(timeoutMs),
                            input.identities()));
        } else if (SessionPasswords.matches(request.sessionId(), request.passwd())) {
            service.resumeSession(input.port(), request.sessionId(), timeoutMs);
        } else {
            input.port().refused();
        }
    }

    private boolean takesClients() {
        if (parts.settings().alone()) {
            return true;
        }
        boolean serves = role != Role.LEADING || parts.settings().leaderServes();
        return role != Role.LOOKING && roleChangesAhead == 0 && serves;
    }

    @Override
    public void write(CoreInput.Write input) {
        WriteRequest request = input.request();
        if (isHere(request.sessionId(), input.port())) {
            touch(request.sessionId());
            service.write(input.port(), request);
        }
    }

    @Override
    public void sync(CoreInput.Sync input) {
        if (isHere(input.sessionId(), input.port())) {
            service.sync(input);
        }
    }

    @Override
    public void inTurn(CoreInput.InTurn input) {
        if (isHere(input.sessionId(), input.port()) && !service.waits(input.action())) {
            delivered.add(new Delivered.InTurn(input.action()));
        }
    }

    /** What comes from a connection that was closed meanwhile is not done: nobody would hear of it. */
    private boolean isHere(long sessionId, ClientPort port) {
        boolean kept = roleChangesAhead == 0 || parts.settings().alone();
        return kept && local.isAttached(sessionId, port);
    }

    @Override
    public void disconnected(CoreInput.Disconnected input) {
        local.detach(input.sessionId(), input.port());
    }

    @Override
    public void touched(CoreInput.Touched input) {
        for (long sessionId : input.sessionIds()) {
            touch(sessionId);
        }
    }

    private void touch(long sessionId) {
        int timeoutMs = local.timeoutMs(sessionId);
        if (timeoutMs != LocalSessions.NOT_HERE) {
            service.touched(sessionId, timeoutMs);
        }
    }

    // ---- disk, peers and time

    @Override
    public void durable(CoreInput.Durable input) {
        step(new Input.Durable(input.zxid()));
    }

    @Override
    public void epochsDurable(CoreInput.EpochsDurable input) {
        step(new Input.EpochsDurable(input.acceptedEpoch(), input.currentEpoch()));
    }

    @Override
    public void fromZab(CoreInput.FromZab input) {
        step(input.input());
    }

    @Override
    public void installed(CoreInput.Installed input) {
        delivered.add(new Delivered.Installed(input));
    }

    @Override
    public void installFailed(CoreInput.InstallFailed input) {
        step(new Input.SnapshotFailed());
        parts.peers().resume(input.connection());
    }

    @Override
    public void tick(CoreInput.Tick input) {
        step(new Input.Tick(time.nowMs()));
        if (roleChangesAhead == 0 || parts.settings().alone()) {
            service.tick();
        }
    }

    @Override
    public void inspect(CoreInput.Inspect input) {
        input.look().run();
    }

    // ---- what is committed

    public boolean hasCommitted() {
        return !delivered.isEmpty();
    }

    /** Applies what Zab has delivered and answers whoever waits for it. No reader may look at the tree meanwhile. */
    public void applyCommitted() {
        Delivered next;
        while ((next = delivered.poll()) != null) {
            if (next instanceof Delivered.Txn committed) {
                apply(committed.zxid(), committed.txn());
            } else if (next instanceof Delivered.Logged logged) {
                parts.disk().readLog(tree.lastZxid(), logged.zxid(), this::apply);
                Check.that(tree.lastZxid() == logged.zxid(), "the log ends before a txn that is committed");
            } else if (next instanceof Delivered.RoleChange change) {
                change(change.role(), change.epoch());
            } else if (next instanceof Delivered.SyncDone) {
                service.syncDone();
            } else if (next instanceof Delivered.InTurn inTurn) {
                inTurn.action().run();
            } else if (next instanceof Delivered.SnapshotPoint point) {
                takeSnapshot(point.connection());
            } else if (next instanceof Delivered.Installed installed) {
                install(installed.snapshot());
            }
        }
        parts.disk().image(parts.imageChanges(), tree.lastZxid());
    }

    private void apply(long zxid, byte[] txn) {
        PreparedTxn prepared = service.prepared(zxid);
        if (prepared != null) {
            ApplyResult result = apply(prepared.header(), prepared.txn());
            TxnDigest predicted = prepared.digest();
            Check.that(
                    predicted == null || predicted.treeDigest() == tree.digest(),
                    "a txn made another tree than was predicted when it was prepared");
            applied(prepared.header(), result);
        } else {
            LoggedTxn logged = TxnCodec.decode(txn);
            Check.that(logged.header().zxid() == zxid, "a txn does not have the zxid that it was proposed with");
            ApplyResult result = apply(logged.header(), logged.txn());
            compare(zxid, logged.digest());
            applied(logged.header(), result);
        }
    }

    private ApplyResult apply(TxnHeader header, Txn txn) {
        ApplyResult result = parts.applier().apply(header, txn);
        if (header.type() == OpCode.CREATE_SESSION || header.type() == OpCode.CLOSE_SESSION) {
            parts.imageChanges().sessionChanged(header.clientId());
        }
        digests.applied(header.zxid(), tree.digest());
        return result;
    }

    private void applied(TxnHeader header, ApplyResult result) {
        service.applied(header, result);
        if (header.type() == OpCode.CLOSE_SESSION) {
            local.close(header.clientId());
        }
    }

    private void compare(long zxid, TxnDigest expected) {
        boolean comparable = expected != null && expected.version() == TreeDigest.VERSION && tree.digestEnabled();
        if (!comparable) {
            return;
        }
        if (expected.treeDigest() == tree.digest()) {
            inexact = false;
        } else if (!inexact) {
            parts.listener().digestDiffers(zxid, expected.treeDigest(), tree.digest());
        }
    }

    // ---- snapshots

    private void takeSnapshot(long connection) {
        parts.disk().image(parts.imageChanges(), tree.lastZxid());
        parts.peers()
                .snapshotReached(
                        connection, parts.sessions().timeouts(), tree.acls().all());
    }

    private void install(CoreInput.Installed snapshot) {
        Check.that(service instanceof LookingService, "a tree is replaced while it is served");
        tree.become(snapshot.tree());
        parts.sessions().become(snapshot.sessions());
        parts.applier().treeReplaced();
        parts.imageChanges().clear();
        inexact = true;
        writeMembers();
        step(new Input.SnapshotInstalled(snapshot.zxid()));
        parts.peers().resume(snapshot.connection());
    }

    /** Each server shows the ensemble as it is configured with it, whatever a snapshot says (ZOOKEEPER-2819). */
    private void writeMembers() {
        byte[] members = parts.settings().members().getBytes(StandardCharsets.UTF_8);
        Znode config = tree.find(SystemNodes.CONFIG);
        if (members.length > 0 && config != null) {
            tree.setData(config, members, ANY_VERSION, 0, time.wallMs());
        }
    }

    // ---- roles

    private void change(Role newRole, long epoch) {
        roleChangesAhead--;
        role = newRole;
        boolean resumes = parts.settings().alone() && service instanceof LeaderService;
        if (resumes) {
            if (newRole == Role.LEADING) {
                ((LeaderService) service).resume();
            }
        } else {
            service.end();
            expiredSessionsBefore = expiredSessions();
            service = serviceOf(newRole);
            writeMembers();
        }
        parts.listener().roleChanged(newRole, epoch);
        handlePeers();
    }

    private RoleService serviceOf(Role newRole) {
        return switch (newRole) {
            case LOOKING -> new LookingService();
            case LEADING -> new LeaderService(parts, local, replies, time, new Link());
            case FOLLOWING, OBSERVING -> new LearnerService(local, replies, new Link());
        };
    }

    /** Belongs to one role: once another is on its way, nothing can be proposed or passed on. */
    private final class Link implements ZabLink {
        @Override
        public boolean canPropose() {
            return roleChangesAhead == 0 && zab.canPropose();
        }

        @Override
        public long nextZxid() {
            return zab.nextZxid();
        }

        @Override
        public void step(Input input) {
            Core.this.step(input);
        }
    }

    private final class Deliveries implements ZabEffects.Receiver {
        @Override
        public void deliver(Delivered next) {
            if (next instanceof Delivered.RoleChange) {
                roleChangesAhead++;
            }
            delivered.add(next);
        }

        @Override
        public List<SessionTouch> takeTouches() {
            return service.takeTouches();
        }
    }

    // ---- for operators

    public DigestLog digests() {
        return digests;
    }

    /** The sessions by the time, in terms of the clock that never goes back, at which they expire. */
    public SortedMap<Long, List<Long>> sessionsByDeadline() {
        return parts.expiry().byDeadline();
    }

    /** How many sessions have expired here since the start. */
    public long expiredSessions() {
        long now = service instanceof LeaderService leader ? leader.expiredSessions() : 0;
        return expiredSessionsBefore + now;
    }

    /** Null if it does not lead. */
    public LeaderFigures leaderFigures() {
        if (!(service instanceof LeaderService leader)) {
            return null;
        }
        ProposalSizes proposals = leader.proposals();
        return new LeaderFigures(
                zab.followers(), time.nowMs() - leader.sinceMs(), proposals.last(), proposals.min(), proposals.max());
    }

    /** How many requests have been proposed or passed on, and not yet answered. */
    public int outstanding() {
        return service.outstanding();
    }
}
