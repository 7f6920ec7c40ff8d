package io.lyrebird.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32C;

/** The writing end of the log: gathers entries, writes them as groups, and goes from one segment to the next. */
final class GroupWriter implements AutoCloseable {
    /** The buffer begins small and grows with the groups. */
    private static final int BUFFER_FIRST_BYTES = 64 << 10;

    private static final int BUFFER_BYTES = 1 << 20;

    private record Entry(long zxid, byte[] txn) {}

    private final FileLog.Sizes sizes;
    private final AckMark mark;
    private final SegmentPreparer preparer;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_FIRST_BYTES);
    private final CRC32C crc = new CRC32C();

    private final List<Entry> pending = new ArrayList<>();
    private long pendingBytes;
    private volatile long firstPendingZxid;
    private final List<Segment> newSegments = new ArrayList<>();

    private Segment segment;
    private Disk.DiskFile file;
    private long position;
    private long preparedBytes;
    private long nextNumber;
    private long nextSizeBytes;
    private long writtenZxid;
    private long syncedZxid;

    GroupWriter(FileLog.Sizes sizes, AckMark mark, SegmentPreparer preparer, long nextNumber, long lastZxid) {
        this.sizes = sizes;
        this.mark = mark;
        this.preparer = preparer;
        continueAfter(nextNumber, lastZxid);
    }

    /** What comes next goes into a new segment of this number. */
    void continueAfter(long number, long lastZxid) {
        firstPendingZxid = 0;
        nextNumber = number;
        nextSizeBytes = sizes.firstBytes();
        writtenZxid = lastZxid;
        syncedZxid = lastZxid;
        prepareNext();
    }

    private void prepareNext() {
        preparer.start(nextNumber, nextSizeBytes);
    }

    void add(long zxid, byte[] txn) throws IOException {
        if (pending.isEmpty()) {
            firstPendingZxid = zxid;
        }
        pending.add(new Entry(zxid, txn));
        pendingBytes += Groups.ENTRY_HEADER_BYTES + txn.length;
        if (pendingBytes > BUFFER_BYTES / 2) {
            writeGroup();
        }
    }

    long firstPendingZxid() {
        return firstPendingZxid;
    }

    void sync() throws IOException {
        if (!pending.isEmpty()) {
            writeGroup();
        }
        if (syncedZxid != writtenZxid) {
            file.force();
            noteSynced();
        }
    }

    private void noteSynced() throws IOException {
        syncedZxid = writtenZxid;
        segment.syncedZxid = writtenZxid;
        mark.raise(writtenZxid);
    }

    boolean hasNewSegments() {
        return !newSegments.isEmpty();
    }

    void drainNewSegments(List<Segment> into) {
        into.addAll(newSegments);
        newSegments.clear();
        firstPendingZxid = 0;
    }

    private void writeGroup() throws IOException {
        long groupBytes = Groups.GROUP_HEADER_BYTES + pendingBytes;
        if (file == null || position + groupBytes > preparedBytes) {
            nextSegmentIfPrepared();
        }
        growBuffer(groupBytes);
        if (groupBytes <= buffer.capacity()) {
            buffer.clear().position(Groups.GROUP_HEADER_BYTES);
            for (Entry entry : pending) {
                buffer.putLong(entry.zxid()).putInt(entry.txn().length).put(entry.txn());
            }
            buffer.flip();
            int bodyCrc = Groups.crc(buffer.slice(Groups.GROUP_HEADER_BYTES, (int) pendingBytes));
            header(bodyCrc).encode(buffer, 0);
            file.write(buffer, position);
        } else {
            writeLargeGroup();
        }
        position += groupBytes;
        writtenZxid = pending.get(pending.size() - 1).zxid();
        pending.clear();
        pendingBytes = 0;
    }

    private void growBuffer(long groupBytes) {
        int wanted = buffer.capacity();
        while (wanted < groupBytes && wanted < BUFFER_BYTES) {
            wanted *= 2;
        }
        if (wanted > buffer.capacity()) {
            buffer = ByteBuffer.allocateDirect(wanted);
        }
    }

    /** In pieces, through the buffer; the header comes last since it has the checksum. */
    private void writeLargeGroup() throws IOException {
        long at = position + Groups.GROUP_HEADER_BYTES;
        crc.reset();
        buffer.clear();
        for (Entry entry : pending) {
            if (buffer.remaining() < Groups.ENTRY_HEADER_BYTES) {
                at = writePiece(at);
            }
            buffer.putLong(entry.zxid()).putInt(entry.txn().length);
            for (int done = 0; done < entry.txn().length; ) {
                if (!buffer.hasRemaining()) {
                    at = writePiece(at);
                }
                int count = Math.min(buffer.remaining(), entry.txn().length - done);
                buffer.put(entry.txn(), done, count);
                done += count;
            }
        }
        writePiece(at);
        buffer.limit(Groups.GROUP_HEADER_BYTES);
        header((int) crc.getValue()).encode(buffer, 0);
        file.write(buffer, position);
    }

    private long writePiece(long at) throws IOException {
        buffer.flip();
        crc.update(buffer.duplicate());
        int bytes = buffer.remaining();
        file.write(buffer, at);
        buffer.clear();
        return at + bytes;
    }

    private Groups.GroupHeader header(int bodyCrc) {
        long lastZxid = pending.get(pending.size() - 1).zxid();
        return new Groups.GroupHeader(
                segment.header.salt(), writtenZxid, lastZxid, syncedZxid, (int) pendingBytes, pending.size(), bodyCrc);
    }

    /** While the next file is not ready, the current one grows: that is slower, but waits for nothing. */
    private void nextSegmentIfPrepared() throws IOException {
        SegmentPreparer.Spare spare;
        if (file == null) {
            spare = takeFirst();
        } else {
            if (preparer.isIdle()) {
                prepareNext();
            }
            spare = preparer.takeIfReady();
            if (spare == null) {
                return;
            }
            seal();
        }
        nextNumber = spare.number() + 1;
        // A log that fills its files gets larger ones; one that is hardly used stays small.
        nextSizeBytes = Math.min(spare.sizeBytes() * 2, sizes.maxBytes());
        long salt = ThreadLocalRandom.current().nextLong();
        Groups.SegmentHeader header = new Groups.SegmentHeader(
                salt, spare.number(), writtenZxid, pending.get(0).zxid());
        segment = new Segment(spare.path(), header);
        file = spare.file();
        position = Groups.SEGMENT_HEADER_BYTES;
        preparedBytes = spare.sizeBytes();
        buffer.clear();
        header.encode(buffer);
        file.write(buffer.flip(), 0);
        newSegments.add(segment);
        prepareNext();
    }

    private SegmentPreparer.Spare takeFirst() throws IOException {
        if (preparer.isIdle()) {
            prepareNext();
        }
        return preparer.take();
    }

    /** Ends the current segment, if there is one. Everything written is synced first. */
    void seal() throws IOException {
        if (file == null) {
            return;
        }
        if (syncedZxid != writtenZxid) {
            file.force();
            noteSynced();
        }
        segment.sealed = true;
        file.truncate(position);
        file.close();
        file = null;
    }

    /** Ends the current segment and gives up the file that was to be the next, so that the log's files may be changed. */
    void suspend() throws IOException {
        seal();
        preparer.discard();
    }

    /** What was added and not synced is given up. */
    @Override
    public void close() throws IOException {
        try (preparer) {
            if (file != null) {
                file.truncate(position);
                file.force();
                file.close();
            }
        }
    }
}
