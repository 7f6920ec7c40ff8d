package io.lyrebird.store.file;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Walks through the segments as far as they are synced, and checks every byte and the chain of the groups. */
final class FileLogCursor implements TxnCursor {
    private final FileLog log;
    private final Disk disk;
    private final long fromZxid;

    private Segment segment;
    private GroupReader reader;
    /** Where the next group begins, and the last zxid before it. */
    private long position;

    private long groupEndZxid;
    /** What was synced when the reader's window was filled: further on it may show an earlier state of the file. */
    private long windowSyncedZxid;

    private ByteBuffer body = ByteBuffer.allocate(0);
    private long zxid;
    private int txnAt;
    private int txnBytes;

    FileLogCursor(FileLog log, Disk disk, Segment first, long fromZxid) throws StoreException {
        this.log = log;
        this.disk = disk;
        this.fromZxid = fromZxid;
        if (first != null) {
            enter(first);
        }
    }

    @Override
    public boolean next() throws StoreException {
        while (true) {
            while (body.hasRemaining()) {
                zxid = body.getLong();
                txnBytes = body.getInt();
                txnAt = body.position();
                body.position(txnAt + txnBytes);
                if (zxid >= fromZxid) {
                    return true;
                }
            }
            if (!nextGroup()) {
                return false;
            }
        }
    }

    @Override
    public long zxid() {
        return zxid;
    }

    @Override
    public byte[] txn() {
        byte[] txn = new byte[txnBytes];
        body.get(txnAt, txn);
        return txn;
    }

    private boolean nextGroup() throws StoreException {
        if (segment == null) {
            Segment first = log.segmentFor(fromZxid);
            if (first == null) {
                return false;
            }
            enter(first);
        }
        while (true) {
            boolean sealed = segment.sealed;
            if (groupEndZxid < segment.syncedZxid) {
                if (readGroup()) {
                    return true;
                }
                continue;
            }
            Segment following = sealed ? log.segmentAfter(segment) : null;
            if (following == null) {
                return false;
            }
            reader.close();
            enter(following);
        }
    }

    private void enter(Segment next) throws StoreException {
        try {
            reader = new GroupReader(disk, next.path, next.header.salt());
        } catch (IOException e) {
            if (!disk.exists(next.path)) {
                throw new StoreException(next.path + " was dropped from the log while it was read", e);
            }
            throw Health.describe("read " + next.path, e);
        }
        segment = next;
        position = Groups.SEGMENT_HEADER_BYTES;
        groupEndZxid = next.header.previousZxid();
        windowSyncedZxid = groupEndZxid;
    }

    /** False if the group has nothing that is wanted. */
    private boolean readGroup() throws StoreException {
        if (groupEndZxid >= windowSyncedZxid) {
            windowSyncedZxid = segment.syncedZxid;
            reader.forgetWindow();
        }
        Groups.GroupHeader header = reader.header(position);
        if (header == null || header.previousZxid() != groupEndZxid) {
            throw damaged(
                    header == null
                            ? "its header does not match its checksum"
                            : "it does not follow on 0x" + Long.toHexString(groupEndZxid) + " but on 0x"
                                    + Long.toHexString(header.previousZxid()));
        }
        if (header.lastZxid() >= fromZxid) {
            ByteBuffer read = reader.body(position, header);
            if (read == null) {
                throw damaged("its entries up to zxid 0x" + Long.toHexString(header.lastZxid())
                        + " do not match their checksum");
            }
            body = read;
        }
        position += Groups.GROUP_HEADER_BYTES + (long) header.bodyBytes();
        groupEndZxid = header.lastZxid();
        return body.hasRemaining();
    }

    private StoreCorruptedException damaged(String how) {
        return new StoreCorruptedException("the log is damaged: in " + segment.path + " the group at " + position
                + ", after zxid 0x" + Long.toHexString(groupEndZxid) + ": " + how);
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
        body = ByteBuffer.allocate(0);
    }
}
