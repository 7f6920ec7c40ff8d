package io.lyrebird.server.core.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients did to the shared node. The zxids of its writes are one order for all of them; what clients see must fit that
 * order and the time: a read behind a sync sees every write that was answered before it began.
 */
final class History {
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private long values;
    private long completedZxid;

    long nextValue() {
        return ++values;
    }

    void writeBegan() {
        count("write");
    }

    void writeDone(long zxid) {
        count("write answered");
        completedZxid = Math.max(completedZxid, zxid);
    }

    /** The last write that has been answered to anybody. */
    long completedZxid() {
        return completedZxid;
    }

    void readDone(long floorZxid, long seenZxid, String where) {
        count("sync and read");
        if (seenZxid < floorZxid) {
            problems.add("a read at " + where + " behind a sync sees 0x" + Long.toHexString(seenZxid) + " and not 0x"
                    + Long.toHexString(floorZxid));
        }
    }

    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    int counted(String what) {
        return counts.getOrDefault(what, 0);
    }

    List<String> problems() {
        return problems;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
