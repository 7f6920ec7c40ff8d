package io.lyrebird.server.config;

import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.zab.Bounds;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads what concerns ensembles: who the members are, who this server is among them, and how they get on. */
final class EnsembleKeys {
    private static final int CONNECT_MS = 5000;
    private static final int BIND_ATTEMPTS_MAX = 3;
    private static final int NOTIFICATION_MIN_MS = 200;
    private static final int NOTIFICATION_MAX_MS = 60_000;
    private static final int LEADER_CONNECT_RETRY_MS = 100;
    private static final int RECENT_TXNS_MIN = 500;
    private static final double SNAPSHOT_SIZE_FACTOR = 0.33;

    private final Settings settings;
    private final int tickTimeMs;
    private final Optional<Long> myId;
    private final EnsembleLines lines;
    private final boolean ensemble;

    EnsembleKeys(Settings settings, Path dataDir, int tickTimeMs) throws ConfigException {
        this.settings = settings;
        this.tickTimeMs = tickTimeMs;
        checkValues();
        lines = lines();
        ensemble = lines.isEnsemble(settings.inFile("standaloneEnabled", true));
        myId = EnsembleLines.myId(dataDir);
        if (!ensemble && !lines.isEmpty()) {
            settings.warn("only one server specified: it runs stand-alone and the line is ignored");
        }
    }

    /** Values that Apache refuses even on a stand-alone server. */
    private void checkValues() throws ConfigException {
        if (settings.inFile("electionAlg", 3) != 3) {
            throw new ConfigException("Invalid electionAlg value. Only 3 is supported.");
        }
        Optional<String> peerType = settings.inFile("peerType");
        if (peerType.isPresent()) {
            MemberLine.isParticipant(peerType.get());
        }
        for (String number : List.of("initLimit", "syncLimit", "connectToLearnerMasterLimit")) {
            settings.inFile(number, 0);
        }
        settings.inFile("quorumListenOnAllIPs", false);
        if (!settings.inFile("syncEnabled", true)) {
            settings.warn("syncEnabled=false has no effect: observers keep the log as others do");
        }
        boolean enableSasl = settings.inFile("quorum.auth.enableSasl", false);
        boolean serverSasl = settings.inFile("quorum.auth.serverRequireSasl", false);
        boolean learnerSasl = settings.inFile("quorum.auth.learnerRequireSasl", false);
        requireBoth(serverSasl, "quorum.auth.serverRequireSasl", enableSasl, "quorum.auth.enableSasl");
        requireBoth(learnerSasl, "quorum.auth.learnerRequireSasl", enableSasl, "quorum.auth.enableSasl");
        requireBoth(serverSasl, "quorum.auth.serverRequireSasl", learnerSasl, "quorum.auth.learnerRequireSasl");
    }

    private static void requireBoth(boolean enabled, String key, boolean needed, String neededKey)
            throws ConfigException {
        if (enabled && !needed) {
            throw new ConfigException(neededKey + " is disabled, so cannot enable " + key);
        }
    }

    private EnsembleLines lines() throws ConfigException {
        Optional<String> dynamicFile = settings.inFile("dynamicConfigFile");
        for (String key : settings.file().keySet()) {
            if (EnsembleLines.isLine(key)) {
                if (dynamicFile.isPresent()) {
                    throw new ConfigException("parameter: " + key + " must be in a separate dynamic config file");
                }
                settings.inFile(key);
            }
        }
        return dynamicFile.isPresent()
                ? EnsembleLines.ofDynamicFile(Path.of(dynamicFile.get()), multiAddress())
                : EnsembleLines.of(settings.file(), multiAddress());
    }

    private boolean multiAddress() {
        return settings.property("multiAddress.enabled", false);
    }

    /** The client address in the line of this server, if it has one. */
    Optional<InetSocketAddress> ownClientAddress(Optional<InetSocketAddress> stated) throws ConfigException {
        Optional<InetSocketAddress> listed =
                myId.flatMap(lines::member).flatMap(Member::clientAddress).map(Address::resolve);
        if (listed.isPresent() && stated.isPresent() && !agree(stated.get(), listed.get())) {
            throw new ConfigException("client address for this server (id = " + myId.orElseThrow() + ") in the file is "
                    + stated.get() + ", different from the one in its server line: " + listed.get());
        }
        return listed;
    }

    private static boolean agree(InetSocketAddress stated, InetSocketAddress listed) {
        return stated.getAddress().isAnyLocalAddress() ? stated.getPort() == listed.getPort() : stated.equals(listed);
    }

    /** Nothing for a stand-alone server. */
    Optional<EnsembleConfig> config() throws ConfigException {
        if (!ensemble) {
            return Optional.empty();
        }
        refuseWhatPeersWouldNotUnderstand();
        int initTicks = ticks("initLimit");
        int syncTicks = ticks("syncLimit");
        long id = myId.orElseThrow(() -> new ConfigException("myid file is missing"));
        Member self = lines.member(id)
                .orElseThrow(() -> new ConfigException(
                        "My id " + id + " not in the peer list: there is no server." + id + " line"));
        warnAboutMembers(self);
        return Optional.of(new EnsembleConfig(
                id,
                lines.members(),
                lines.groups(),
                lines.text(),
                lines.version(),
                !settings.property("leaderServes").orElse("yes").equals("no"),
                limits(initTicks, syncTicks),
                election(),
                network(),
                synchronisation()));
    }

    private void refuseWhatPeersWouldNotUnderstand() throws ConfigException {
        for (String key : List.of("quorum.auth.enableSasl", "sslQuorum")) {
            if (settings.inFile(key, false)) {
                throw new ConfigException(key + "=true is not supported yet: servers could not talk to each other");
            }
        }
        if (settings.inFile("oraclePath").isPresent()) {
            throw new ConfigException("oraclePath is not supported: it decides who may lead");
        }
    }

    private int ticks(String key) throws ConfigException {
        int ticks = settings.inFile(key, 0);
        if (ticks == 0) {
            throw new ConfigException(key + " is not set");
        }
        if (ticks < 0) {
            throw new ConfigException(key + "=" + ticks + " is below zero");
        }
        if ((long) ticks * tickTimeMs > Integer.MAX_VALUE) {
            throw new ConfigException(key + "=" + ticks + " ticks of " + tickTimeMs + " ms are too long");
        }
        return ticks;
    }

    private void warnAboutMembers(Member self) throws ConfigException {
        Optional<String> peerType = settings.inFile("peerType");
        boolean wantsToVote = peerType.isEmpty() || MemberLine.isParticipant(peerType.get());
        if (wantsToVote != self.participant()) {
            settings.warn("Peer type from servers list (" + role(self.participant()) + ") doesn't match peerType ("
                    + role(wantsToVote) + "). Defaulting to servers list.");
        }
        if (lines.participants() <= 2) {
            settings.warn("No server failure will be tolerated. You need at least 3 servers.");
        } else if (lines.participants() % 2 == 0) {
            settings.warn("Non-optimal configuration, consider an odd number of servers.");
        }
    }

    private static String role(boolean participant) {
        return participant ? "PARTICIPANT" : "OBSERVER";
    }

    private EnsembleConfig.Limits limits(int initTicks, int syncTicks) throws ConfigException {
        int connectTicks = settings.inFile("connectToLearnerMasterLimit", 0);
        int handshakeMs = settings.property("quorumCnxnTimeoutMs", -1);
        return new EnsembleConfig.Limits(
                initTicks,
                syncTicks,
                connectTicks > 0 ? ticks("connectToLearnerMasterLimit") : initTicks,
                aboveZero("cnxTimeout", CONNECT_MS),
                handshakeMs > 0 ? handshakeMs : syncTicks * tickTimeMs,
                Math.max(0, settings.property("leaderConnectDelayDuringRetryMs", LEADER_CONNECT_RETRY_MS)));
    }

    private int aboveZero(String key, int otherwise) {
        int value = settings.property(key, otherwise);
        if (value > 0) {
            return value;
        }
        settings.warn(key + "=" + value + " is not above zero: using the default, " + otherwise);
        return otherwise;
    }

    private EnsembleConfig.Election election() {
        int minMs = aboveZero("fastleader.minNotificationInterval", NOTIFICATION_MIN_MS);
        int maxMs = aboveZero("fastleader.maxNotificationInterval", NOTIFICATION_MAX_MS);
        return new EnsembleConfig.Election(minMs, Math.max(minMs, maxMs));
    }

    private EnsembleConfig.Network network() throws ConfigException {
        int attempts = settings.property("electionPortBindRetry", BIND_ATTEMPTS_MAX);
        if (attempts < 0) {
            settings.warn(
                    "electionPortBindRetry=" + attempts + " is below zero: using the default, " + BIND_ATTEMPTS_MAX);
            attempts = BIND_ATTEMPTS_MAX;
        }
        return new EnsembleConfig.Network(
                settings.inFile("quorumListenOnAllIPs", false),
                attempts,
                settings.property("tcpKeepAlive", false),
                multiAddress());
    }

    private EnsembleConfig.Synchronisation synchronisation() throws ConfigException {
        int recentTxns = settings.property("commitLogCount", RECENT_TXNS_MIN);
        if (recentTxns < RECENT_TXNS_MIN) {
            settings.warn("commitLogCount=" + recentTxns + " is less than " + RECENT_TXNS_MIN + ": using that");
            recentTxns = RECENT_TXNS_MIN;
        }
        return new EnsembleConfig.Synchronisation(
                recentTxns, snapshotSizeFactor(), settings.property("forceSnapshotSync", false), zxidCounterMax());
    }

    /** An epoch has four thousand million zxids: no test would see the last one. */
    private long zxidCounterMax() throws ConfigException {
        String key = "lyrebird.zxidCounterMax";
        Optional<String> stated = settings.own(key);
        try {
            long value = stated.map(Long::parseLong).orElse(Bounds.DEFAULT.counterMax());
            if (value > 0 && value <= Bounds.DEFAULT.counterMax()) {
                return value;
            }
        } catch (NumberFormatException e) {
            // the error, below
        }
        throw new ConfigException(key + "=" + stated.orElseThrow() + " is not a counter of a zxid");
    }

    private double snapshotSizeFactor() {
        Optional<String> factor = settings.property("snapshotSizeFactor");
        try {
            double value = factor.map(Double::parseDouble).orElse(SNAPSHOT_SIZE_FACTOR);
            if (value <= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // the default, below
        }
        settings.warn("snapshotSizeFactor=" + factor.orElseThrow() + " is no number up to 1: using the default, "
                + SNAPSHOT_SIZE_FACTOR);
        return SNAPSHOT_SIZE_FACTOR;
    }

    /** A reconfiguration of Apache's that was cut short left this file: which members it names is not looked at. */
    static void warnAboutNextMembers(Settings settings, Path zooCfg) {
        Path next = zooCfg.resolveSibling(zooCfg.getFileName() + ".dynamic.next");
        if (settings.file().containsKey("dynamicConfigFile") && Files.exists(next)) {
            settings.warn(next + " is left from a reconfiguration that was not completed: it has no effect here");
        }
    }
}
