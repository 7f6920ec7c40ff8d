package io.lyrebird.store.file;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Cuts the log's end off. The files go from the last one backwards, and the one in which the cut lies is replaced by a
 * shorter copy, so that at every moment the files hold a log without a gap.
 */
final class LogTruncation {
    static final String TEMPORARY_SUFFIX = ".cut";

    private static final int COPY_BYTES = 1 << 20;

    record Result(List<Segment> segments, long lastZxid, long nextNumber) {}

    /**
     * Where a segment has to be cut.
     *
     * @param position of the group that is cut
     * @param keptBody the entries of that group that stay
     */
    private record Cut(long position, Groups.GroupHeader group, ByteBuffer keptBody, int keptEntries, long lastZxid) {}

    private LogTruncation() {}

    static Result truncate(Disk disk, Path folder, List<Segment> segments, AckMark mark, long zxid)
            throws IOException, StoreException {
        int kept = segments.size();
        while (kept > 0 && segments.get(kept - 1).header.firstZxid() > zxid) {
            kept--;
        }
        Segment target = kept == 0 ? null : segments.get(kept - 1);
        Cut cut = target != null && target.syncedZxid > zxid ? findCut(disk, target, zxid) : null;
        long lastZxid = target == null ? 0 : cut == null ? target.syncedZxid : cut.lastZxid();
        mark.lower(lastZxid);
        for (int i = segments.size() - 1; i >= kept; i--) {
            disk.delete(segments.get(i).path);
            disk.syncFolder(folder);
        }
        if (cut != null) {
            replace(disk, folder, target, cut);
        }
        long nextNumber = target == null ? 1 : target.header.number() + 1;
        return new Result(List.copyOf(segments.subList(0, kept)), lastZxid, nextNumber);
    }

    private static Cut findCut(Disk disk, Segment segment, long zxid) throws IOException, StoreException {
        try (GroupReader reader = new GroupReader(disk, segment.path, segment.header.salt())) {
            long position = Groups.SEGMENT_HEADER_BYTES;
            while (true) {
                Groups.GroupHeader group = reader.header(position);
                ByteBuffer body = group == null ? null : reader.body(position, group);
                if (body == null) {
                    throw new StoreCorruptedException(
                            "the log is damaged: in " + segment.path + " the group at " + position + ", before zxid 0x"
                                    + Long.toHexString(segment.syncedZxid) + ", cannot be read");
                }
                if (group.lastZxid() > zxid) {
                    return cutIn(position, group, body, zxid);
                }
                position += Groups.GROUP_HEADER_BYTES + (long) group.bodyBytes();
            }
        }
    }

    private static Cut cutIn(long position, Groups.GroupHeader group, ByteBuffer body, long zxid) {
        int entries = 0;
        long lastZxid = group.previousZxid();
        int end = 0;
        while (body.hasRemaining() && body.getLong(body.position()) <= zxid) {
            lastZxid = body.getLong();
            int length = body.getInt();
            body.position(body.position() + length);
            end = body.position();
            entries++;
        }
        ByteBuffer kept = ByteBuffer.allocate(end).put(body.slice(0, end)).flip();
        return new Cut(position, group, kept, entries, lastZxid);
    }

    private static void replace(Disk disk, Path folder, Segment segment, Cut cut) throws IOException {
        Path copy = segment.path.resolveSibling(segment.path.getFileName() + TEMPORARY_SUFFIX);
        if (disk.exists(copy)) {
            disk.delete(copy);
        }
        try (Disk.DiskFile from = disk.open(segment.path, Disk.Mode.READ);
                Disk.DiskFile to = disk.open(copy, Disk.Mode.CREATE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(COPY_BYTES, cut.position()));
            for (long at = 0; at < cut.position(); at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), cut.position() - at));
                from.read(buffer, at);
                to.write(buffer.flip(), at);
            }
            if (cut.keptEntries() > 0) {
                to.write(keptGroup(cut), cut.position());
            }
            to.force();
        }
        disk.rename(copy, segment.path);
        disk.syncFolder(folder);
        segment.syncedZxid = cut.lastZxid();
    }

    private static ByteBuffer keptGroup(Cut cut) {
        Groups.GroupHeader old = cut.group();
        ByteBuffer body = cut.keptBody();
        ByteBuffer bytes = ByteBuffer.allocate(Groups.GROUP_HEADER_BYTES + body.remaining());
        Groups.GroupHeader header = new Groups.GroupHeader(
                old.salt(),
                old.previousZxid(),
                cut.lastZxid(),
                old.syncedZxid(),
                body.remaining(),
                cut.keptEntries(),
                Groups.crc(body.duplicate()));
        header.encode(bytes, 0);
        bytes.position(Groups.GROUP_HEADER_BYTES);
        return bytes.put(body).flip();
    }
}
