package io.lyrebird.store.file;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Finds where the log's last segment ends, and decides whether what comes after that is the tail that a crash left behind
 * or damage. A crash leaves sectors that were never written, and those are zero or past the end of the file; so an unreadable
 * group without any such sector had been written whole and has changed since. And whatever a later group, or the {@link
 * AckMark}, says was synced must be there.
 *
 * @param endPosition the position behind the last good group
 * @param lastZxid the last zxid of that group
 * @param clean nothing but zeros comes after it
 */
record LogTail(long endPosition, long lastZxid, boolean clean) {
    private static final int SECTOR_BYTES = 512;
    private static final int SEARCH_BYTES = 1 << 20;

    static LogTail find(Disk disk, Segment segment) throws StoreException {
        try (GroupReader reader = new GroupReader(disk, segment.path, segment.header.salt())) {
            long position = Groups.SEGMENT_HEADER_BYTES;
            long lastZxid = segment.header.previousZxid();
            while (true) {
                Groups.GroupHeader header = reader.header(position);
                if (header == null || reader.body(position, header) == null) {
                    break;
                }
                if (header.previousZxid() != lastZxid) {
                    throw new StoreCorruptedException("the log is damaged: in " + segment.path + " the group at "
                            + position
                            + " follows on zxid 0x" + Long.toHexString(header.previousZxid()) + ", but there is 0x"
                            + Long.toHexString(lastZxid));
                }
                position += Groups.GROUP_HEADER_BYTES + (long) header.bodyBytes();
                lastZxid = header.lastZxid();
            }
            boolean clean = checkRemainder(reader, position, lastZxid);
            return new LogTail(position, lastZxid, clean);
        } catch (IOException e) {
            throw Health.describe("read " + segment.path, e);
        }
    }

    private static boolean checkRemainder(GroupReader reader, long end, long lastZxid) throws StoreException {
        long fileBytes = reader.fileBytes();
        Groups.GroupHeader header = reader.header(end);
        if (header == null && isZero(reader, end, fileBytes)) {
            return true;
        }
        long tornBytes = Groups.GROUP_HEADER_BYTES + (header == null ? 0L : header.bodyBytes());
        if (!hasUnwrittenSector(reader, end, tornBytes, fileBytes)) {
            throw damaged(reader, end, lastZxid, "it was written whole and has changed since");
        }
        refuseAcknowledgedGroups(reader, end, lastZxid, fileBytes);
        return false;
    }

    private static boolean isZero(GroupReader reader, long from, long to) throws StoreException {
        for (long at = from; at < to; at += SEARCH_BYTES) {
            ByteBuffer bytes = reader.bytes(at, (int) Math.min(SEARCH_BYTES, to - at));
            if (!isZero(bytes)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(ByteBuffer bytes) {
        while (bytes.remaining() >= 8) {
            if (bytes.getLong() != 0) {
                return false;
            }
        }
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasUnwrittenSector(GroupReader reader, long start, long length, long fileBytes)
            throws StoreException {
        if (start + length > fileBytes) {
            return true;
        }
        long end = start + length;
        for (long at = start; at < end; ) {
            long sectorEnd = Math.min(end, (at / SECTOR_BYTES + 1) * SECTOR_BYTES);
            if (isZero(reader.bytes(at, (int) (sectorEnd - at)))) {
                return true;
            }
            at = sectorEnd;
        }
        return false;
    }

    /** Looks for a group, anywhere after the unreadable one, that was written when that one had been synced. */
    private static void refuseAcknowledgedGroups(GroupReader reader, long end, long lastZxid, long fileBytes)
            throws StoreException {
        for (long from = end + 1; from < fileBytes; from += SEARCH_BYTES) {
            int wanted = (int) Math.min(SEARCH_BYTES + Groups.GROUP_HEADER_BYTES - 1, fileBytes - from);
            ByteBuffer bytes = reader.bytes(from, wanted);
            for (int at = 0; at + Groups.GROUP_HEADER_BYTES <= bytes.limit(); at++) {
                Groups.GroupHeader later = reader.headerIn(bytes, at);
                if (later != null && later.syncedZxid() > lastZxid) {
                    throw damaged(reader, end, lastZxid, "it was synced: a later group at " + (from + at) + " says so");
                }
            }
        }
    }

    private static StoreCorruptedException damaged(GroupReader reader, long end, long lastZxid, String why) {
        return new StoreCorruptedException("the log is damaged: in " + reader.path() + " the group at " + end
                + ", after zxid 0x" + Long.toHexString(lastZxid) + ", cannot be read, and " + why);
    }
}
