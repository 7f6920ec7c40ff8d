package io.lyrebird.server.boot;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.core.CoreSettings;
import io.lyrebird.server.core.OutlivedNodesLimits;
import io.lyrebird.store.Stores;
import io.lyrebird.zab.Bounds;
import io.lyrebird.zab.Timing;
import io.lyrebird.zab.ZabConfig;
import java.util.concurrent.TimeUnit;

/** What the configuration makes of a server: a member of an ensemble, or an ensemble of one. */
final class Membership {
    /** The id that an Apache server gives itself when it stands alone; sessions carry it. */
    private static final long STAND_ALONE_ID = 1;

    private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);

    /** A leader that is elected waits this long for a better vote (FastLeaderElection.finalizeWait). */
    private static final int FINALIZE_WAIT_MS = 200;

    /** Says that an engine which forgets everything may vote. */
    private static final String VOTER_KEY = "lyrebird.%s.voter";

    private final ServerConfig config;
    private final EnsembleConfig ensemble;

    private Membership(ServerConfig config, EnsembleConfig ensemble) {
        this.config = config;
        this.ensemble = ensemble;
    }

    /** @throws IllegalArgumentException if this server would break the promises that its votes are */
    static Membership of(ServerConfig config) {
        EnsembleConfig ensemble = config.ensemble().orElse(null);
        if (ensemble != null && ensemble.self().participant()) {
            String engine = config.store().engine();
            String voterKey = VOTER_KEY.formatted(engine);
            boolean told = Boolean.parseBoolean(config.store().options().get(voterKey));
            if (!Stores.provider(engine).durable() && !told) {
                throw new IllegalArgumentException(
                        "the engine " + engine + " keeps nothing, so a server that is started"
                                + " again would not know what it has voted for, and the ensemble could lose what it has"
                                + " acknowledged. Take another engine, make this server an observer, or, where nothing is to"
                                + " be kept, set " + voterKey + "=true");
            }
        }
        return new Membership(config, ensemble);
    }

    boolean isAlone() {
        return ensemble == null;
    }

    /** Of a member. */
    EnsembleConfig ensemble() {
        return ensemble;
    }

    long serverId() {
        return isAlone() ? STAND_ALONE_ID : ensemble.myId();
    }

    ZabConfig zabConfig() {
        if (isAlone()) {
            return ZabConfig.standAlone(STAND_ALONE_ID);
        }
        EnsembleConfig.Limits limits = ensemble.limits();
        Timing timing = new Timing(
                config.tickTimeMs(),
                limits.initTicks(),
                limits.syncTicks(),
                FINALIZE_WAIT_MS,
                ensemble.election().notificationMinMs(),
                ensemble.election().notificationMaxMs(),
                limits.leaderConnectRetryMs());
        return new ZabConfig(
                ensemble.myId(), ensemble.quorumRule(), ensemble.membersText(), ensemble.version(), timing, bounds());
    }

    /** How much of the log may be sent instead of a snapshot is counted in txns here, not in bytes. */
    private Bounds bounds() {
        EnsembleConfig.Synchronisation sync = ensemble.synchronisation();
        long diffTxnsMax = Bounds.DEFAULT.diffTxnsMax();
        if (sync.forceSnapshot()) {
            diffTxnsMax = 0;
        } else if (sync.snapshotSizeFactor() < 0) {
            diffTxnsMax = sync.recentTxnsMax();
        }
        return new Bounds(sync.recentTxnsMax(), diffTxnsMax, sync.zxidCounterMax());
    }

    CoreSettings coreSettings() {
        ServerConfig.ContainerSettings containers = config.containers();
        OutlivedNodesLimits outlivedNodes = new OutlivedNodesLimits(
                containers.checkIntervalMs(),
                MINUTE_MS / containers.maxPerMinute(),
                containers.maxNeverUsedIntervalMs());
        int minMs = config.sessions().minTimeoutMs();
        int maxMs = config.sessions().maxTimeoutMs();
        return isAlone()
                ? CoreSettings.standAlone(minMs, maxMs, outlivedNodes)
                : new CoreSettings(minMs, maxMs, outlivedNodes, false, ensemble.leaderServes(), ensemble.text());
    }
}
