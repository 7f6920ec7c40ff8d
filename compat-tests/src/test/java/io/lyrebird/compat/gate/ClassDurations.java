package io.lyrebird.compat.gate;

import java.util.Comparator;
import java.util.List;

/** Which upstream classes take long, so that none of them is left for the end, when nothing runs beside it. */
final class ClassDurations {
    /** Those that take more than fifteen seconds, longest first. */
    private static final List<String> LONG = List.of(
            "MultiOperationTest",
            "RemoveWatchesTest",
            "ZooKeeperTest",
            "SessionTimeoutTest",
            "ChrootAsyncTest",
            "WatcherTest",
            "AsyncOpsTest",
            "PersistentWatcherACLTest",
            "ChrootClientTest",
            "ClientSkipACLTest",
            "SnapshotDigestTest",
            "ClientTest",
            "ZooKeeperQuotaTest",
            "PersistentWatcherTest",
            "DisconnectedWatcherTest",
            "ClientHammerTest",
            "FourLetterWordsWhiteListTest",
            "EnsembleAuthTest",
            "PersistentRecursiveWatcherTest");

    private ClassDurations() {}

    static Comparator<String> longestFirst() {
        return Comparator.comparingInt(ClassDurations::rank).thenComparing(Comparator.naturalOrder());
    }

    private static int rank(String className) {
        int index = LONG.indexOf(className.substring(className.lastIndexOf('.') + 1));
        return index < 0 ? LONG.size() : index;
    }
}
