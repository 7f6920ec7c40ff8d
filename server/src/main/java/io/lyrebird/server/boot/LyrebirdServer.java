package io.lyrebird.server.boot;

import io.lyrebird.server.admin.Answers;
import io.lyrebird.server.auth.AuthEnforcement;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.core.Alone;
import io.lyrebird.server.core.Core;
import io.lyrebird.server.core.CoreListener;
import io.lyrebird.server.core.CoreParts;
import io.lyrebird.server.core.Peers;
import io.lyrebird.server.data.EpochRegisters;
import io.lyrebird.server.data.Recovery;
import io.lyrebird.server.data.StoreFolders;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.legacy.ApacheFiles;
import io.lyrebird.server.legacy.ImportSettings;
import io.lyrebird.server.legacy.Takeover;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.server.net.ClientLimits;
import io.lyrebird.server.net.ClientServer;
import io.lyrebird.server.net.ClientServices;
import io.lyrebird.server.net.PhaseLock;
import io.lyrebird.server.net.WordThread;
import io.lyrebird.server.quorum.PeerLimits;
import io.lyrebird.server.quorum.PeerTransport;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.ReadOperations;
import io.lyrebird.server.request.RequestSettings;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import io.lyrebird.zab.LogIndex;
import io.lyrebird.zab.Persisted;
import io.lyrebird.zab.ZabNode;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server, put together from its parts: opened from its data folders, serving, closed. */
public final class LyrebirdServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LyrebirdServer.class);

    /** How often the core looks at the time. Sessions expire by whole ticks of the configuration, which are longer. */
    private static final long CORE_TICK_MS = 50;
    /** A request on its way is in the heap several times: as it came, as a txn, and in the engine. */
    private static final int OUTSTANDING_SHARE = 16;

    /** A session's leader may be another server, which hears of it with the next ping after that: twice a tick. */
    private static final int MEMBER_TOUCHES_PER_TICK = 8;

    /** Buffers are larger than what is in them, and are copied when they grow. */
    private static final int BUFFERED_SHARE = 3;

    /** What may wait for a client that does not read its replies and events. */
    private static final int OUTGOING_BYTES_MAX = 64 << 20;

    private final ServerConfig config;
    private final Membership membership;
    private final Thread.UncaughtExceptionHandler onFailure;
    private final Metrics metrics = new Metrics();
    private final Sessions sessions = new Sessions();
    private final Tree tree;
    private final Store store;
    /** Whether the image will ever be read back. */
    private final boolean imageIsRead;

    /** Null if there are no other servers. */
    private final PeerTransport transport;

    private final CoreThread coreThread;
    private final LogWriter logWriter;
    private final ImageWriter imageWriter;
    private final WordThread words;
    private final ClientServer clients;

    /**
     * Opens the data and begins to serve.
     *
     * @param onFailure stops the process: called when the log cannot be written or an invariant is broken
     */
    public static LyrebirdServer start(ServerConfig config, Thread.UncaughtExceptionHandler onFailure)
            throws StoreException, IOException {
        Membership membership = Membership.of(config);
        StoreFolders folders = StoreFolders.of(config);
        Store store = Stores.open(folders.engine(), folders.storeConfig());
        try {
            ApacheFiles apache = ApacheFiles.of(config.dataDir(), config.dataLogDir());
            new Takeover(folders, store, apache, LogNotices.to(LOG)).atStart(ImportSettings.of(config));
            return new LyrebirdServer(config, membership, folders, store, onFailure);
        } catch (StoreException | IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private LyrebirdServer(
            ServerConfig config,
            Membership membership,
            StoreFolders folders,
            Store store,
            Thread.UncaughtExceptionHandler onFailure)
            throws StoreException, IOException {
        this.config = config;
        this.membership = membership;
        this.onFailure = onFailure;
        this.store = store;
        long hashSeed = new SecureRandom().nextLong();
        tree = newTree(hashSeed);
        PhaseLock phases = new PhaseLock(clientLoops(config));
        coreThread = new CoreThread(phases, metrics.newRecorder(), CORE_TICK_MS, onFailure);
        Authorizer authorizer = AuthSetup.authorizer(config.auth(), tree);
        RunningView view = new RunningView(config, folders, metrics, tree, sessions, coreThread);
        words = new WordThread(new Answers(view));
        clients = new ClientServer(services(authorizer), phases, hashSeed);
        logWriter = new LogWriter(store, config.log(), coreThread, metrics.newRecorder(), onFailure);
        // Of an engine that keeps nothing: the image is read if others may ask for a snapshot.
        imageIsRead = Stores.provider(config.store().engine()).durable() || !membership.isAlone();
        imageWriter = new ImageWriter(
                store.image(),
                imageIsRead ? LogRetention.of(config) : LogRetention.NOTHING,
                logWriter::dropBefore,
                metrics.newRecorder(),
                onFailure);
        OutgoingSnapshots snapshots = new OutgoingSnapshots(imageWriter);
        transport = membership.isAlone() ? null : transport(snapshots);
        Peers peers = transport == null ? new Alone() : peers(snapshots, hashSeed);

        Core core = recover(authorizer, peers);
        view.serving(core, clients);
        imageWriter.start();
        try {
            listen(core, peers);
        } catch (IOException e) {
            closeParts();
            throw e;
        }
    }

    /** A member listens before it looks for a leader; its clients are sent away until it has found one. */
    private void listen(Core core, Peers peers) throws IOException {
        if (transport == null) {
            coreThread.start(core, membership.serverId(), logWriter, peers);
            coreThread.awaitServing();
            listenForClients();
        } else {
            listenForClients();
            transport.start();
            coreThread.start(core, membership.serverId(), logWriter, peers);
        }
    }

    private void listenForClients() throws IOException {
        clients.listen(
                config.clients().address(),
                config.clients().listenBacklog(),
                config.clients().tcpKeepAlive());
    }

    private static int clientLoops(ServerConfig config) {
        int configured = config.clients().threads();
        return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
    }

    private ClientServices services(Authorizer authorizer) {
        ClientLimits limits = new ClientLimits(
                config.frames().maxBytes(),
                config.clients().connectionsPerHostMax(),
                config.clients().connectionsMax(),
                config.requests().outstandingMax(),
                Runtime.getRuntime().maxMemory() / OUTSTANDING_SHARE,
                config.clients().sessionlessTimeoutMs(),
                OUTGOING_BYTES_MAX,
                PlatformDependent.maxDirectMemory() / BUFFERED_SHARE,
                config.tickTimeMs() / (membership.isAlone() ? 2 : MEMBER_TOUCHES_PER_TICK));
        AuthEnforcement enforcement = new AuthEnforcement(config.auth().requiredSchemes());
        return new ClientServices(
                coreThread, tree, authorizer, enforcement, ReadOperations::of, words, limits, metrics, onFailure);
    }

    private Tree newTree(long hashSeed) {
        return new Tree(
                hashSeed,
                new OwnerEncoding(config.tree().extendedTypes(), config.tree().emulate353Ttl()),
                config.tree().digest());
    }

    private PeerTransport transport(OutgoingSnapshots snapshots) {
        EnsembleConfig ensemble = membership.ensemble();
        return new PeerTransport(ensemble, PeerLimits.of(config, ensemble), snapshots.listeningFor(coreThread));
    }

    private Peers peers(OutgoingSnapshots snapshots, long hashSeed) {
        SnapshotInstaller installer =
                new SnapshotInstaller(store, () -> newTree(hashSeed), logWriter, imageWriter, coreThread);
        return new TransportPeers(transport, store.log(), snapshots, installer);
    }

    /**
     * Brings tree and sessions to what is known to be committed, and makes the core that goes on from there. Alone, that is
     * all that is in the log; in an ensemble it is the image, and others say how far the log is committed.
     */
    private Core recover(Authorizer authorizer, Peers peers) throws StoreException {
        Recorder recorder = metrics.newRecorder();
        ImageChanges changes = new ImageChanges(tree, sessions);
        long startNanos = System.nanoTime();
        Recovery recovery = new Recovery(store, tree, sessions, changes);
        recovery.loadImage();
        if (imageIsRead) {
            tree.observe(changes);
        }
        recorder.record(Distribution.STARTUP_IMAGE_LOAD_TIME, millisSince(startNanos));
        Quotas quotas = new Quotas(tree);
        quotas.rebuild();
        TreeApplier applier = new TreeApplier(tree, sessions, quotas, clients.watchTrigger());
        if (membership.isAlone()) {
            long replayNanos = System.nanoTime();
            recorder.record(Distribution.STARTUP_TXNS_LOADED, recovery.replayLog(applier));
            recorder.record(Distribution.STARTUP_TXNS_LOAD_TIME, millisSince(replayNanos));
        }
        recorder.record(Distribution.DB_INIT_TIME, millisSince(startNanos));
        // What was read after a crash may be in the page cache only; from here on it counts as durable.
        store.log().sync();
        if (store.image().zxid() > store.log().lastZxid()) {
            // The log goes on from the image, and without it there would be a hole.
            store.image().sync();
        }
        LogIndex log = membership.isAlone() ? new LogIndex(tree.lastZxid()) : recovery.logIndex();
        logWriter.start(log.baseZxid());
        RequestSettings requests = new RequestSettings(
                config.tree().enforceQuota(), config.sessions().closeSessionTxn(), false);
        Preparer preparer = new Preparer(tree, sessions, requests, authorizer, quotas, new QuotaLog());
        Persisted persisted = new Persisted(
                log,
                tree.lastZxid(),
                EpochRegisters.accepted(store.registers()),
                EpochRegisters.current(store.registers()));
        return new Core(new CoreParts(
                membership.coreSettings(),
                tree,
                sessions,
                new SessionExpiry(config.tickTimeMs()),
                preparer,
                applier,
                new ZabNode(membership.zabConfig(), persisted),
                new Disk(logWriter, imageWriter, store.log()),
                changes,
                peers,
                membership.isAlone() ? CoreListener.NONE : new RoleLog(this::describeNow, metrics.newRecorder())));
    }

    private static long millisSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    public InetSocketAddress address() {
        return clients.address();
    }

    /** One line for whoever waits for the server to be ready. */
    public String describe() {
        return coreThread.ask(this::describeNow);
    }

    private String describeNow() {
        return "serving clients on " + address().getAddress().getHostAddress() + ":"
                + address().getPort() + ", engine " + config.store().engine() + ", zxid 0x"
                + Long.toHexString(tree.lastZxid()) + ", " + tree.nodeCount() + " nodes, version "
                + Version.current().lyrebird();
    }

    /** Whether it is a member of an ensemble, which says by itself when it is ready. */
    boolean isMember() {
        return !membership.isAlone();
    }

    /** Stops serving, in the order in which nothing is lost: clients first, the disk last. */
    @Override
    public void close() throws StoreException {
        closeParts();
        store.close();
    }

    private void closeParts() {
        clients.close();
        words.close();
        coreThread.close();
        if (transport != null) {
            transport.close();
        }
        logWriter.close();
        imageWriter.close();
    }
}
