package io.lyrebird.server.boot;

import io.lyrebird.server.admin.Answers;
import io.lyrebird.server.auth.AuthEnforcement;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.core.Alone;
import io.lyrebird.server.core.Core;
import io.lyrebird.server.core.CoreListener;
import io.lyrebird.server.core.CoreParts;
import io.lyrebird.server.core.CoreSettings;
import io.lyrebird.server.core.OutlivedNodesLimits;
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
import io.lyrebird.zab.Persisted;
import io.lyrebird.zab.ZabConfig;
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

    /** The id that an Apache server gives itself when it stands alone; sessions carry it. */
    private static final long STAND_ALONE_ID = 1;
    /** How often the core looks at the time. Sessions expire by whole ticks of the configuration, which are longer. */
    private static final long CORE_TICK_MS = 50;
    /** What may wait for a client that does not read its replies and events. */
    /** A request on its way is in the heap several times: as it came, as a txn, and in the engine. */
    private static final int OUTSTANDING_SHARE = 16;

    /** Buffers are larger than what is in them, and are copied when they grow. */
    private static final int BUFFERED_SHARE = 3;

    private static final int OUTGOING_BYTES_MAX = 64 << 20;

    private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);

    private final ServerConfig config;
    private final Thread.UncaughtExceptionHandler onFailure;
    private final Metrics metrics = new Metrics();
    private final Sessions sessions = new Sessions();
    private final Tree tree;
    private final Store store;
    /** Whether the image will ever be read back. */
    private final boolean durable;

    private final Peers peers = new Alone();
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
        StoreFolders folders = StoreFolders.of(config);
        Store store = Stores.open(folders.engine(), folders.storeConfig());
        try {
            ApacheFiles apache = ApacheFiles.of(config.dataDir(), config.dataLogDir());
            new Takeover(folders, store, apache, LogNotices.to(LOG)).atStart(ImportSettings.of(config));
            return new LyrebirdServer(config, folders, store, onFailure);
        } catch (StoreException | IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private LyrebirdServer(
            ServerConfig config, StoreFolders folders, Store store, Thread.UncaughtExceptionHandler onFailure)
            throws StoreException, IOException {
        this.config = config;
        this.onFailure = onFailure;
        this.store = store;
        long hashSeed = new SecureRandom().nextLong();
        tree = new Tree(
                hashSeed,
                new OwnerEncoding(config.tree().extendedTypes(), config.tree().emulate353Ttl()),
                config.tree().digest());
        PhaseLock phases = new PhaseLock(clientLoops(config));
        coreThread = new CoreThread(phases, metrics.newRecorder(), CORE_TICK_MS, onFailure);
        Authorizer authorizer = AuthSetup.authorizer(config.auth(), tree);
        RunningView view = new RunningView(config, folders, metrics, tree, sessions, coreThread);
        words = new WordThread(new Answers(view));
        clients = new ClientServer(services(authorizer), phases, hashSeed);
        logWriter = new LogWriter(store, config.log(), coreThread, metrics.newRecorder(), onFailure);
        durable = Stores.provider(config.store().engine()).durable();
        imageWriter = new ImageWriter(
                store.image(),
                durable ? LogRetention.of(config) : LogRetention.NOTHING,
                logWriter::dropBefore,
                metrics.newRecorder(),
                onFailure);

        ImageChanges changes = new ImageChanges(tree, sessions);
        Core core = recover(authorizer, changes);
        view.serving(core, clients);
        logWriter.start(tree.lastZxid());
        imageWriter.start();
        coreThread.start(core, STAND_ALONE_ID, logWriter, peers);
        coreThread.awaitServing();
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
                config.tickTimeMs() / 2);
        AuthEnforcement enforcement = new AuthEnforcement(config.auth().requiredSchemes());
        return new ClientServices(
                coreThread, tree, authorizer, enforcement, ReadOperations::of, words, limits, metrics, onFailure);
    }

    /** Brings tree and sessions to where the log ends, and makes the core that goes on from there. */
    private Core recover(Authorizer authorizer, ImageChanges changes) throws StoreException {
        Recorder recorder = metrics.newRecorder();
        long startNanos = System.nanoTime();
        Recovery recovery = new Recovery(store, tree, sessions, changes);
        recovery.loadImage();
        if (durable) {
            tree.observe(changes);
        }
        recorder.record(Distribution.STARTUP_IMAGE_LOAD_TIME, millisSince(startNanos));
        Quotas quotas = new Quotas(tree);
        quotas.rebuild();
        TreeApplier applier = new TreeApplier(tree, sessions, quotas, clients.watchTrigger());
        long replayNanos = System.nanoTime();
        recorder.record(Distribution.STARTUP_TXNS_LOADED, recovery.replayLog(applier));
        recorder.record(Distribution.STARTUP_TXNS_LOAD_TIME, millisSince(replayNanos));
        recorder.record(Distribution.DB_INIT_TIME, millisSince(startNanos));
        // What was read after a crash may be in the page cache only; from here on it counts as durable.
        store.log().sync();
        RequestSettings requests = new RequestSettings(
                config.tree().enforceQuota(), config.sessions().closeSessionTxn(), false);
        Preparer preparer = new Preparer(tree, sessions, requests, authorizer, quotas, new QuotaLog());
        Persisted persisted = Persisted.standAlone(
                tree.lastZxid(), EpochRegisters.accepted(store.registers()), EpochRegisters.current(store.registers()));
        return new Core(new CoreParts(
                coreSettings(),
                tree,
                sessions,
                new SessionExpiry(config.tickTimeMs()),
                preparer,
                applier,
                new ZabNode(ZabConfig.standAlone(STAND_ALONE_ID), persisted),
                new Disk(logWriter, imageWriter, store.log()),
                changes,
                peers,
                CoreListener.NONE));
    }

    private static long millisSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private CoreSettings coreSettings() {
        ServerConfig.ContainerSettings containers = config.containers();
        OutlivedNodesLimits limits = new OutlivedNodesLimits(
                containers.checkIntervalMs(),
                MINUTE_MS / containers.maxPerMinute(),
                containers.maxNeverUsedIntervalMs());
        return CoreSettings.standAlone(
                config.sessions().minTimeoutMs(), config.sessions().maxTimeoutMs(), limits);
    }

    public InetSocketAddress address() {
        return clients.address();
    }

    /** One line for whoever waits for the server to be ready. */
    public String describe() {
        return coreThread.ask(
                () -> "serving clients on " + address().getAddress().getHostAddress() + ":"
                        + address().getPort() + ", engine " + config.store().engine() + ", zxid 0x"
                        + Long.toHexString(tree.lastZxid()) + ", " + tree.nodeCount() + " nodes, version "
                        + Version.current().lyrebird());
    }

    /** Stops serving, in the order in which nothing is lost: clients first, the disk last. */
    @Override
    public void close() throws StoreException {
        clients.close();
        words.close();
        coreThread.close();
        logWriter.close();
        imageWriter.close();
        store.close();
    }
}
