package io.lyrebird.store.file;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The bytes of a log segment: a header, then groups, each a header and a body of entries. A group is what one sync (or a
 * part of one) wrote.
 *
 * <pre>
 * segment header  magic 8 | salt 8 | number 8 | previous zxid 8 | first zxid 8 | crc of these 4 | zero 20
 * group header    salt 8 | previous zxid 8 | last zxid 8 | synced zxid 8 | body length 4 | entries 4 | crc of the body 4 |
 *                 crc of this header 4
 * body            (zxid 8 | length 4 | bytes)*
 * </pre>
 *
 * The salt is random: bytes of one segment that come to stand inside another (a log stored in a txn) are not taken for its
 * groups. The previous zxid chains the groups, within a segment and from one to the next, so that none can be missing
 * unnoticed. The synced zxid says up to where the log was on the disk when the group was written: a group that reads well
 * proves that everything up to there had been acknowledged.
 */
final class Groups {
    static final int SEGMENT_HEADER_BYTES = 64;
    static final int GROUP_HEADER_BYTES = 48;
    static final int ENTRY_HEADER_BYTES = 12;

    private static final long MAGIC = 0x4c595245_4c4f4731L; // "LYRELOG1"
    private static final int SEGMENT_CRC_AT = 40;
    private static final int GROUP_CRC_AT = 44;

    private Groups() {}

    record SegmentHeader(long salt, long number, long previousZxid, long firstZxid) {
        void encode(ByteBuffer into) {
            int start = into.position();
            into.putLong(MAGIC)
                    .putLong(salt)
                    .putLong(number)
                    .putLong(previousZxid)
                    .putLong(firstZxid);
            into.putInt(crc(into.slice(start, SEGMENT_CRC_AT)));
            into.putInt(0).putLong(0).putLong(0);
        }

        /** Null if these are not the bytes of a header. */
        static SegmentHeader decode(ByteBuffer from) {
            if (from.remaining() < SEGMENT_HEADER_BYTES) {
                return null;
            }
            int start = from.position();
            if (from.getLong(start) != MAGIC
                    || from.getInt(start + SEGMENT_CRC_AT) != crc(from.slice(start, SEGMENT_CRC_AT))) {
                return null;
            }
            return new SegmentHeader(
                    from.getLong(start + 8),
                    from.getLong(start + 16),
                    from.getLong(start + 24),
                    from.getLong(start + 32));
        }
    }

    record GroupHeader(
            long salt, long previousZxid, long lastZxid, long syncedZxid, int bodyBytes, int entries, int bodyCrc) {
        void encode(ByteBuffer into, int at) {
            into.putLong(at, salt)
                    .putLong(at + 8, previousZxid)
                    .putLong(at + 16, lastZxid)
                    .putLong(at + 24, syncedZxid)
                    .putInt(at + 32, bodyBytes)
                    .putInt(at + 36, entries)
                    .putInt(at + 40, bodyCrc);
            into.putInt(at + GROUP_CRC_AT, crc(into.slice(at, GROUP_CRC_AT)));
        }

        /** Null if these are not the bytes of a header of this segment. */
        static GroupHeader decode(ByteBuffer from, int at, long salt) {
            if (from.limit() - at < GROUP_HEADER_BYTES
                    || from.getLong(at) != salt
                    || from.getInt(at + GROUP_CRC_AT) != crc(from.slice(at, GROUP_CRC_AT))) {
                return null;
            }
            return new GroupHeader(
                    salt,
                    from.getLong(at + 8),
                    from.getLong(at + 16),
                    from.getLong(at + 24),
                    from.getInt(at + 32),
                    from.getInt(at + 36),
                    from.getInt(at + 40));
        }
    }

    static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
