package io.lyrebird.store.file;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What happens to the log's files when it is opened. Nothing is changed before it is certain that nothing is lost. */
final class LogRecovery {
    /**
     * The log as it was found.
     *
     * @param nextNumber for the next segment
     */
    record Found(List<Segment> segments, long lastZxid, long nextNumber) {}

    private static final int SECTOR_BYTES = 512;
    private static final int UNUSED_MAX = 2;
    private static final int COPY_BYTES = 1 << 20;

    private final Disk disk;
    private final Path folder;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Path> unused = new ArrayList<>();

    private LogRecovery(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    static Found recover(Disk disk, Path folder, AckMark mark) throws IOException, StoreException {
        return new LogRecovery(disk, folder).run(mark);
    }

    private Found run(AckMark mark) throws IOException, StoreException {
        readHeaders();
        LogTail tail = null;
        long lastZxid = 0;
        Segment started = null;
        while (!segments.isEmpty()) {
            Segment last = segments.get(segments.size() - 1);
            tail = LogTail.find(disk, last);
            lastZxid = tail.lastZxid();
            if (lastZxid != last.header.previousZxid()) {
                break;
            }
            // Not one whole group in it: the crash came with its first one. Its predecessor had been synced, though.
            unused.add(last.path);
            started = started == null ? last : started;
            segments.remove(segments.size() - 1);
        }
        lastZxid = segments.isEmpty() ? 0 : lastZxid;
        mark.check("the log in " + folder, lastZxid);
        if (started != null && lastZxid < started.header.previousZxid()) {
            throw new StoreCorruptedException("the log in " + folder + " ends at zxid 0x" + Long.toHexString(lastZxid)
                    + ", but " + started.path + " says that zxid 0x"
                    + Long.toHexString(started.header.previousZxid()) + " was synced");
        }
        for (Path file : unused) {
            disk.delete(file);
        }
        if (!segments.isEmpty()) {
            settle(segments.get(segments.size() - 1), tail.endPosition());
        }
        disk.syncFolder(folder);
        sealAll(lastZxid);
        long nextNumber = segments.isEmpty()
                ? 1
                : segments.get(segments.size() - 1).header.number() + 1;
        return new Found(List.copyOf(segments), lastZxid, nextNumber);
    }

    private void readHeaders() throws IOException, StoreException {
        List<Path> files = new ArrayList<>();
        for (Path file : disk.list(folder)) {
            if (Segment.number(file) >= 0) {
                files.add(file);
            } else if (file.getFileName().toString().endsWith(LogTruncation.TEMPORARY_SUFFIX)) {
                unused.add(file);
            }
        }
        files.sort(Comparator.comparingLong(Segment::number));
        setAsideUnused(files);
        for (Path file : files) {
            Groups.SegmentHeader header = readHeader(file);
            if (header == null) {
                throw new StoreCorruptedException("the log is damaged: the header of " + file + ", after zxid 0x"
                        + Long.toHexString(lastKnownZxid()) + ", does not match its checksum");
            }
            add(new Segment(file, header));
        }
    }

    /** The file that was prepared for later, and the one before it if the crash came with its first write. */
    private void setAsideUnused(List<Path> files) throws IOException {
        for (int i = 0; i < UNUSED_MAX && !files.isEmpty() && isUnused(files.get(files.size() - 1)); i++) {
            unused.add(files.remove(files.size() - 1));
        }
    }

    private long lastKnownZxid() {
        return segments.isEmpty() ? 0 : segments.get(segments.size() - 1).header.firstZxid();
    }

    private void add(Segment segment) throws StoreException {
        long number = segment.header.number();
        if (number != Segment.number(segment.path)) {
            throw new StoreCorruptedException(
                    "the log is damaged: " + segment.path + " says that it is segment " + number);
        }
        if (!segments.isEmpty()) {
            Segment before = segments.get(segments.size() - 1);
            if (number != before.header.number() + 1) {
                throw new StoreCorruptedException("the log is damaged: between " + before.path + " and " + segment.path
                        + " files are missing, up to zxid 0x" + Long.toHexString(segment.header.previousZxid()));
            }
        }
        segments.add(segment);
    }

    private Groups.SegmentHeader readHeader(Path file) throws IOException {
        try (Disk.DiskFile open = disk.open(file, Disk.Mode.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(Groups.SEGMENT_HEADER_BYTES);
            open.read(bytes, 0);
            return Groups.SegmentHeader.decode(bytes.flip());
        }
    }

    /** Whether the file was prepared and no write to its beginning has reached the disk, so that none was ever synced. */
    private boolean isUnused(Path file) throws IOException {
        try (Disk.DiskFile open = disk.open(file, Disk.Mode.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(SECTOR_BYTES);
            open.read(bytes, 0);
            bytes.flip();
            while (bytes.hasRemaining()) {
                if (bytes.get() != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Cuts off what is not part of the log, and makes sure that the rest is on the disk: a process that was killed may have
     * written more than it synced, and a sync that failed may have left the kernel with pages that it takes for written.
     * So they are written again.
     */
    private void settle(Segment segment, long endPosition) throws IOException {
        try (Disk.DiskFile file = disk.open(segment.path, Disk.Mode.READ_WRITE)) {
            if (file.size() > endPosition) {
                file.truncate(endPosition);
            }
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(COPY_BYTES, endPosition));
            for (long at = 0; at < endPosition; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), endPosition - at));
                file.read(buffer, at);
                file.write(buffer.flip(), at);
            }
            file.force();
        }
    }

    private void sealAll(long lastZxid) {
        for (int i = 0; i < segments.size(); i++) {
            boolean last = i == segments.size() - 1;
            segments.get(i).syncedZxid =
                    last ? lastZxid : segments.get(i + 1).header.previousZxid();
            segments.get(i).sealed = true;
        }
    }
}
