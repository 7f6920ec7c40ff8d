package io.lyrebird.store.file;

import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;

/**
 * A log of plain files, for any engine that has none of its own. Entries are gathered until {@link #sync}, written as one
 * group with one system call into a file that was filled with zeros before, and synced: that is as little as a disk can be
 * asked to do. Nothing is ever written twice.
 *
 * <p>The files are called {@code txns-<number>}; {@link Groups} describes their bytes. A file that was written to before a
 * restart is never written to again, so what a crash left at its end cannot be mixed up with what comes later.
 */
public final class FileLog implements TxnLog, AutoCloseable {
    /** How large the files are made: the first one small, each one twice its predecessor, up to the greatest size. */
    public record Sizes(long firstBytes, long maxBytes) {
        public static final Sizes DEFAULT = new Sizes(1 << 20, 32 << 20);
    }

    private final Disk disk;
    private final Path folder;
    private final Health health;
    private final AckMark mark;
    private final GroupWriter writer;
    private final ExecutorService background;

    /** Files are being deleted until it is at zero. For the writing thread. */
    private CountDownLatch dropping = new CountDownLatch(0);

    /** Oldest first. Replaced, never changed. */
    private volatile List<Segment> segments;

    private volatile long lastZxid;

    private FileLog(
            Disk disk,
            Path folder,
            Sizes sizes,
            Health health,
            AckMark mark,
            LogRecovery.Found found,
            ExecutorService preparing) {
        this.disk = disk;
        this.folder = folder;
        this.health = health;
        this.mark = mark;
        this.segments = found.segments();
        this.lastZxid = found.lastZxid();
        this.background = preparing;
        this.writer = new GroupWriter(
                sizes, mark, new SegmentPreparer(disk, folder, preparing), found.nextNumber(), found.lastZxid());
    }

    /** Begins an empty log, in place of what a creation that was interrupted may have left. */
    public static FileLog create(Disk disk, Path folder, Sizes sizes, Health health) throws StoreException {
        return create(disk, folder, sizes, health, SegmentPreparer.ownThread());
    }

    static FileLog create(Disk disk, Path folder, Sizes sizes, Health health, ExecutorService preparing)
            throws StoreException {
        try {
            for (Path file : disk.list(folder)) {
                if (Segment.number(file) >= 0) {
                    disk.delete(file);
                }
            }
            AckMark mark = AckMark.create(disk, folder, AckMark.OF_LOG);
            return new FileLog(disk, folder, sizes, health, mark, new LogRecovery.Found(List.of(), 0, 1), preparing);
        } catch (IOException e) {
            throw Health.describe("create a log in " + folder, e);
        }
    }

    /** Opens the log that is there, and cuts off what a crash left at its end. */
    public static FileLog open(Disk disk, Path folder, Sizes sizes, Health health) throws StoreException {
        return open(disk, folder, sizes, health, SegmentPreparer.ownThread());
    }

    static FileLog open(Disk disk, Path folder, Sizes sizes, Health health, ExecutorService preparing)
            throws StoreException {
        try {
            AckMark mark = AckMark.open(disk, folder, AckMark.OF_LOG);
            try {
                LogRecovery.Found found = LogRecovery.recover(disk, folder, mark);
                return new FileLog(disk, folder, sizes, health, mark, found, preparing);
            } catch (IOException | StoreException e) {
                mark.close();
                throw e;
            }
        } catch (IOException e) {
            throw Health.describe("open the log in " + folder, e);
        }
    }

    @Override
    public void append(long zxid, byte[] txn) throws StoreException {
        health.check();
        Limits.checkAppend(lastZxid, zxid, txn);
        try {
            writer.add(zxid, txn);
        } catch (IOException e) {
            throw health.failed("write to the log in " + folder, e);
        }
        publishNewSegments();
        lastZxid = zxid;
    }

    @Override
    public void sync() throws StoreException {
        health.check();
        try {
            writer.sync();
        } catch (IOException e) {
            throw health.failed("sync the log in " + folder, e);
        }
        publishNewSegments();
    }

    private void publishNewSegments() {
        if (writer.hasNewSegments()) {
            List<Segment> grown = new ArrayList<>(segments);
            writer.drainNewSegments(grown);
            segments = List.copyOf(grown);
        }
    }

    /** The zxid before the oldest entry, which was there once; 0 if the log began with it, or is empty. */
    public long zxidBeforeFirst() {
        List<Segment> now = segments;
        return now.isEmpty() ? 0 : now.get(0).header.previousZxid();
    }

    /** The log must go on where the image ends, or earlier. */
    public void checkReachesBackTo(long imageZxid, Path imageFolder) throws StoreCorruptedException {
        if (zxidBeforeFirst() > imageZxid) {
            throw new StoreCorruptedException("the image in " + imageFolder + " is at zxid 0x"
                    + Long.toHexString(imageZxid) + ", but the log in " + folder + " begins after zxid 0x"
                    + Long.toHexString(zxidBeforeFirst()) + ": the transactions between them are missing");
        }
    }

    @Override
    public long firstZxid() {
        List<Segment> now = segments;
        return now.isEmpty() ? writer.firstPendingZxid() : now.get(0).header.firstZxid();
    }

    @Override
    public long lastZxid() {
        return lastZxid;
    }

    @Override
    public TxnCursor read(long fromZxid) throws StoreException {
        return new FileLogCursor(this, disk, segmentFor(fromZxid), fromZxid);
    }

    /** The segment to begin with in order to read from this zxid on, or null if the log is empty. */
    Segment segmentFor(long zxid) {
        List<Segment> now = segments;
        for (int i = now.size() - 1; i > 0; i--) {
            if (now.get(i).header.firstZxid() <= zxid) {
                return now.get(i);
            }
        }
        return now.isEmpty() ? null : now.get(0);
    }

    /** The segment that follows, or null if there is none yet. */
    Segment segmentAfter(Segment segment) throws StoreException {
        List<Segment> now = segments;
        long number = segment.header.number() + 1;
        if (now.isEmpty() || now.get(0).header.number() > number) {
            throw new StoreException("the log was dropped before zxid 0x" + Long.toHexString(firstZxid())
                    + " while it was read in " + segment.path);
        }
        long index = number - now.get(0).header.number();
        return index < now.size() ? now.get((int) index) : null;
    }

    @Override
    public void truncateAfter(long zxid) throws StoreException {
        sync();
        if (zxid >= lastZxid) {
            return;
        }
        try {
            awaitDropped();
            writer.suspend();
            LogTruncation.Result left = LogTruncation.truncate(disk, folder, segments, mark, zxid);
            segments = left.segments();
            lastZxid = left.lastZxid();
            writer.continueAfter(left.nextNumber(), left.lastZxid());
        } catch (IOException e) {
            throw health.failed("truncate the log in " + folder, e);
        }
    }

    /**
     * Whole files only; the one that is being written to stays. They are deleted in the background: a file system takes its
     * time for that, and clients wait for whoever calls this.
     */
    @Override
    public void dropBefore(long zxid) throws StoreException {
        health.check();
        List<Segment> now = segments;
        int count = 0;
        while (count + 1 < now.size() && now.get(count + 1).header.previousZxid() < zxid) {
            count++;
        }
        if (count == 0) {
            return;
        }
        List<Segment> dropped = now.subList(0, count);
        segments = List.copyOf(now.subList(count, now.size()));
        CountDownLatch before = dropping;
        CountDownLatch done = new CountDownLatch(1);
        dropping = done;
        background.execute(() -> {
            try {
                before.await();
                delete(dropped);
            } catch (IOException | InterruptedException e) {
                health.failed("drop the front of the log in " + folder, e);
            } finally {
                done.countDown();
            }
        });
    }

    /** Oldest first, one after the other: whatever crashes, there is no hole. */
    private void delete(List<Segment> dropped) throws IOException {
        for (Segment segment : dropped) {
            disk.delete(segment.path);
            disk.syncFolder(folder);
        }
    }

    private void awaitDropped() throws IOException {
        try {
            dropping.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while files were deleted", e);
        }
    }

    @Override
    public void close() throws StoreException {
        try (mark) {
            awaitDropped();
            writer.close();
        } catch (IOException e) {
            throw Health.describe("close the log in " + folder, e);
        }
    }
}
