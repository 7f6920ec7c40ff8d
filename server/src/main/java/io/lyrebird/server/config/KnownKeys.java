package io.lyrebird.server.config;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Keys that ZooKeeper knows and Lyrebird does not act upon, so that none of them passes in silence. */
final class KnownKeys {
    /** Booleans that only the file sets, of features that are missing still. */
    private static final List<String> FILE_BOOLEANS_NOT_YET = List.of(
            "localSessionsEnabled",
            "localSessionsUpgradingEnabled",
            "reconfigEnabled",
            "sslQuorum",
            "portUnification",
            "sslQuorumReloadCertFiles",
            "jvm.pause.monitor",
            "multiAddress.reachabilityCheckEnabled");

    /** Numbers that only the file sets, of features that are missing still. */
    private static final List<String> FILE_INTS_NOT_YET =
            List.of("observerMasterPort", "quorum.cnxn.threads.size", "multiAddress.reachabilityCheckTimeoutMs");

    private static final List<String> FILE_LONGS_NOT_YET =
            List.of("jvm.pause.info-threshold.ms", "jvm.pause.warn-threshold.ms", "jvm.pause.sleep.time.ms");

    /** Features that are missing still; a trailing dot makes it a prefix. */
    private static final Set<String> NOT_YET =
            words("admin. metricsProvider. ssl. client. audit. kerberos. snapshot. observer. pathStats. messageTracker."
                    + " quorum. leader. learner. follower. fastleader. observerMaster. connection_throttle_ request_"
                    + " sasl.serverconfig SASLAuthenticationProvider.superPassword allowSaslFailedClients"
                    + " letAnySaslUserDoX requireKerberosConfig security.auth_to_local server.realm kinit"
                    + " X509AuthenticationProvider.superUser IPAuthenticationProvider.usexforwardedfor fips-mode"
                    + " readonlymode.enabled enableEagerACLCheck largeRequestMaxBytes largeRequestThreshold"
                    + " throttled_op_wait_time requestThrottleLimit requestThrottleStallTime requestThrottleDropStale"
                    + " requestStaleLatencyCheck requestStaleConnectionCheck"
                    + " connectionMaxTokens connectionTokenFillTime connectionTokenFillCount connectionFreezeTime"
                    + " connectionDropIncrease connectionDropDecrease connectionDecreaseRatio"
                    + " forward_learner_requests_to_commit_processor_disabled oraclePath"
                    + " maxConcurrentSnapSyncs maxConcurrentDiffSyncs db.autocreate controllerPort"
                    + " serializeLastProcessedZxid.enabled");

    /** Understood, and asked for by members of ensembles only. */
    private static final Set<String> OF_ENSEMBLES =
            words("cnxTimeout commitLogCount electionPortBindRetry fastleader.minNotificationInterval"
                    + " fastleader.maxNotificationInterval forceSnapshotSync leaderConnectDelayDuringRetryMs leaderServes"
                    + " quorumCnxnTimeoutMs snapshotSizeFactor tcpKeepAlive");

    /** Tuning of machinery that does not exist here; a trailing dot makes it a prefix. */
    private static final Set<String> WITHOUT_MEANING =
            words("commitProcessor. nio. netty. watchManagerName watcherCleanThreadsNum watcherCleanThreshold"
                    + " watcherCleanIntervalInSeconds maxInProcessingDeadWatchers bitHashCacheSize flushDelay"
                    + " maxWriteQueuePollTime maxBatchSize maxResponseCacheSize maxGetChildrenResponseCacheSize"
                    + " preAllocSize snapSizeLimitInKb txnLogSizeLimitInKb intBufferStartingSizeBytes"
                    + " serverCnxnFactory advancedFlowControlEnabled request_throttler.shutdownTimeout");

    /** Properties of logging, of start scripts and of clients: no business of a server's configuration. */
    private static final Set<String> OTHERS_BUSINESS = words(
            "log. console. tracelog. auditlog. jmx. root.logger home.dir server.principal sasl.client sasl.client."
                    + " sasl.clientconfig clientCnxnSocket client.secure disableAutoWatchReset request.timeout"
                    + " configuration version junit. test. testingonly.");

    private KnownKeys() {}

    private static Set<String> words(String words) {
        return new LinkedHashSet<>(Arrays.asList(words.split(" ")));
    }

    /** Refuses values that Apache refuses, and warns about what is asked for but missing. */
    static void checkFileKeysNotSupportedYet(Settings settings) throws ConfigException {
        for (String key : FILE_BOOLEANS_NOT_YET) {
            boolean missed = settings.inFile(key, false);
            if (missed) {
                settings.warn(notSupportedYet(key, "true"));
            }
        }
        for (String key : FILE_INTS_NOT_YET) {
            if (settings.inFile(key).isPresent()) {
                settings.warn(notSupportedYet(key, Integer.toString(settings.inFile(key, 0))));
            }
        }
        for (String key : FILE_LONGS_NOT_YET) {
            if (settings.inFile(key).isPresent()) {
                settings.warn(notSupportedYet(key, Long.toString(settings.inFile(key, 0L))));
            }
        }
    }

    private static String notSupportedYet(String key, String value) {
        return key + "=" + value + " is not supported yet and has no effect";
    }

    /** Says of every key that was given and not understood why it has no effect. */
    static void warnAboutUnread(Settings settings) {
        for (Map.Entry<String, String> given : settings.unread().entrySet()) {
            String key = given.getKey();
            if (contains(OTHERS_BUSINESS, key)) {
                continue;
            }
            if (key.startsWith(Settings.OWN_PREFIX)) {
                settings.warn(key + " is no key of Lyrebird's, nor of the engine that is configured"
                        + suggestion(key, settings));
            } else if (contains(WITHOUT_MEANING, key)) {
                settings.warn(key + " tunes something in ZooKeeper that does not exist here: no effect");
            } else if (OF_ENSEMBLES.contains(key)) {
                settings.warn(key + " has no effect on a server that stands alone");
            } else if (contains(NOT_YET, key)) {
                if (!given.getValue().equalsIgnoreCase("false")) {
                    settings.warn(notSupportedYet(key, masked(key, given.getValue())));
                }
            } else {
                settings.warn(unknown(key, settings));
            }
        }
    }

    private static String unknown(String key, Settings settings) {
        if (key.startsWith(Settings.PREFIX)) {
            return key + " has no effect in the file, in ZooKeeper as here: write it as "
                    + key.substring(Settings.PREFIX.length());
        }
        return key + " is unknown and has no effect, a misspelling?" + suggestion(key, settings);
    }

    /** Passwords do not belong in a log. */
    private static String masked(String key, String value) {
        return key.toLowerCase(Locale.ROOT).contains("password") ? "***" : value;
    }

    private static boolean contains(Set<String> known, String key) {
        if (known.contains(key)) {
            return true;
        }
        for (String prefix : known) {
            boolean isPrefix = prefix.endsWith(".") || prefix.endsWith("_");
            if (isPrefix && key.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static String suggestion(String key, Settings settings) {
        Optional<String> nearest = nearest(key, settings.asked());
        return nearest.map(known -> " Did you mean " + known + "?").orElse("");
    }

    private static Optional<String> nearest(String key, Set<String> candidates) {
        Map<Integer, String> byDistance = new TreeMap<>();
        for (String candidate : candidates) {
            int distance = editDistance(key.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance <= Math.max(2, candidate.length() / 5)) {
                byDistance.putIfAbsent(distance, candidate);
            }
        }
        return byDistance.values().stream().findFirst();
    }

    private static int editDistance(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
