package io.lyrebird.server.legacy;

/** What begins and ends Apache's files (FileHeader, SnapStream). */
final class Formats {
    /** "ZKSN" */
    static final int SNAPSHOT_MAGIC = 0x5a4b534e;

    /** "ZKLG" */
    static final int LOG_MAGIC = 0x5a4b4c47;

    static final int VERSION = 2;

    /** The database id that Apache writes into snapshots; into logs it writes 0. */
    static final long SNAPSHOT_DB_ID = -1;

    /** Magic, version and database id. */
    static final int HEADER_BYTES = 2 * Integer.BYTES + Long.BYTES;

    /** Ends the nodes of a snapshot, and every seal. The root itself has an empty path there. */
    static final String END_MARK = "/";

    /** A checksum and the end mark. */
    static final int SEAL_BYTES = Long.BYTES + Integer.BYTES + 1;

    /** The id of the open ACL in snapshots, which is not in their table. */
    static final long OPEN_ACL_ID = -1;

    private Formats() {}
}
