package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;

/**
 * Which zxids the log holds, exactly: an epoch's counters have no gap, so that a run for each epoch says it all. It is
 * what a leader chooses between DIFF, TRUNC and SNAP by, without reading the disk; and it refuses a hole when it is
 * built from a log, or received (ZOOKEEPER-4785, 4925).
 */
public final class LogIndex {
    /** Of one epoch. Changed in place, since every txn lengthens one. */
    private static final class Run {
        private long firstZxid;
        private long lastZxid;

        Run(long firstZxid, long lastZxid) {
            this.firstZxid = firstZxid;
            this.lastZxid = lastZxid;
        }
    }

    private long baseZxid;
    private final List<Run> runs = new ArrayList<>();

    /** @param baseZxid the zxid just before the first in the log: that of the image if the log begins there */
    public LogIndex(long baseZxid) {
        Check.that(baseZxid >= 0, "a zxid is not negative");
        this.baseZxid = baseZxid;
    }

    /**
     * The index of a log at recovery. What the log has up to the image's zxid is of use to learners, but only from its
     * last hole on; after the image's zxid there must be none.
     */
    public static LogIndex recovered(long imageZxid, LongStream loggedZxids) {
        PrimitiveIterator.OfLong zxids = loggedZxids.iterator();
        LogIndex index = null;
        while (zxids.hasNext()) {
            long zxid = zxids.nextLong();
            boolean follows = index != null && Zxid.follows(zxid, index.lastZxid());
            if (zxid <= imageZxid && !follows) {
                index = new LogIndex(zxid - 1);
            } else if (zxid > imageZxid && (index == null || index.lastZxid() < imageZxid)) {
                index = new LogIndex(imageZxid);
            }
            index.append(zxid);
        }
        return index == null || index.lastZxid() < imageZxid ? new LogIndex(imageZxid) : index;
    }

    /** The same, to go on from. */
    LogIndex copy() {
        LogIndex copy = new LogIndex(baseZxid);
        runs.forEach(run -> copy.runs.add(new Run(run.firstZxid, run.lastZxid)));
        return copy;
    }

    public void append(long zxid) {
        Check.that(Zxid.follows(zxid, lastZxid()), "a txn in the log follows the one before it");
        Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        if (last != null && zxid == last.lastZxid + 1) {
            last.lastZxid = zxid;
        } else {
            runs.add(new Run(zxid, zxid));
        }
    }

    public long lastZxid() {
        return runs.isEmpty() ? baseZxid : runs.get(runs.size() - 1).lastZxid;
    }

    /** The zxid just before the first in the log. */
    public long baseZxid() {
        return baseZxid;
    }

    /** In the log, or the point it begins at. */
    boolean contains(long zxid) {
        if (zxid == baseZxid) {
            return true;
        }
        for (Run run : runs) {
            if (zxid >= run.firstZxid && zxid <= run.lastZxid) {
                return true;
            }
        }
        return false;
    }

    boolean hasEpoch(long epoch) {
        for (Run run : runs) {
            if (Zxid.epoch(run.lastZxid) == epoch) {
                return true;
            }
        }
        return false;
    }

    /** The last one before this zxid; the base if there is none. */
    long before(long zxid) {
        for (int i = runs.size() - 1; i >= 0; i--) {
            Run run = runs.get(i);
            if (run.firstZxid < zxid) {
                return Math.min(run.lastZxid, zxid - 1);
            }
        }
        return baseZxid;
    }

    /** How many there are after this zxid. */
    long countAfter(long zxid) {
        long count = 0;
        for (Run run : runs) {
            count += Math.max(0, run.lastZxid - Math.max(run.firstZxid - 1, zxid));
        }
        return count;
    }

    void truncateAfter(long zxid) {
        Check.that(contains(zxid), "a log is cut at a txn it holds");
        runs.removeIf(run -> run.firstZxid > zxid);
        if (!runs.isEmpty()) {
            Run last = runs.get(runs.size() - 1);
            last.lastZxid = Math.min(last.lastZxid, zxid);
        }
    }

    /** Of those that were in it: still in it. */
    boolean isAfterBase(long zxid) {
        return zxid > baseZxid && zxid <= lastZxid();
    }

    /** The log is empty, and begins after this zxid. */
    void reset(long zxid) {
        runs.clear();
        baseZxid = zxid;
    }

    /** The log now begins after this zxid. */
    void dropUpTo(long zxid) {
        if (zxid <= baseZxid) {
            return;
        }
        baseZxid = zxid;
        runs.removeIf(run -> run.lastZxid <= zxid);
        if (!runs.isEmpty()) {
            Run first = runs.get(0);
            first.firstZxid = Math.max(first.firstZxid, zxid + 1);
        }
    }
}
