package io.lyrebird.store.file;

import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A note, beside a log or an image, of the last zxid that was synced and so may have been acknowledged or relied on. A log
 * that ends before it has lost something, however well its remainder reads; a damaged end after it may be the crash's doing.
 *
 * <p>It is written after each sync but not synced itself: that costs a microsecond. When the process dies the operating
 * system still has it, so it is exact; when the machine dies it is behind by what had not been written out yet, and never
 * ahead. It lies in two slots that are written in turn, so that one is always whole.
 */
public final class AckMark implements AutoCloseable {
    /** What it is called beside a log, and beside an image. */
    public static final String OF_LOG = "synced";

    public static final String OF_IMAGE = "image-synced";

    private static final long SLOT_DISTANCE = 4096;
    private static final int SLOT_BYTES = 20;

    private final Path path;
    private final Disk.DiskFile file;
    private final ByteBuffer slot = ByteBuffer.allocateDirect(SLOT_BYTES);
    private final CRC32C crc = new CRC32C();
    private long count;
    private long zxid;

    private AckMark(Path path, Disk.DiskFile file) {
        this.path = path;
        this.file = file;
    }

    public static AckMark create(Disk disk, Path folder, String name) throws IOException {
        Path path = folder.resolve(name);
        if (disk.exists(path)) {
            disk.delete(path);
        }
        AckMark mark = new AckMark(path, disk.open(path, Disk.Mode.CREATE));
        mark.set(0);
        disk.syncFolder(folder);
        return mark;
    }

    public static AckMark open(Disk disk, Path folder, String name) throws IOException, StoreException {
        Path path = folder.resolve(name);
        if (!disk.exists(path)) {
            throw new StoreCorruptedException(path + " is missing: it cannot be told whether everything is there");
        }
        AckMark mark = new AckMark(path, disk.open(path, Disk.Mode.READ_WRITE));
        boolean readable = mark.readSlot(0) | mark.readSlot(1);
        if (!readable) {
            mark.close();
            throw new StoreCorruptedException(path + " is damaged: it cannot be told whether everything is there");
        }
        return mark;
    }

    private boolean readSlot(int index) throws IOException {
        slot.clear();
        file.read(slot, index * SLOT_DISTANCE);
        if (slot.hasRemaining() || slot.getInt(16) != checksum()) {
            return false;
        }
        if (slot.getLong(0) > count) {
            count = slot.getLong(0);
            zxid = slot.getLong(8);
        }
        return true;
    }

    private int checksum() {
        crc.reset();
        crc.update(slot.slice(0, 16));
        return (int) crc.getValue();
    }

    public long zxid() {
        return zxid;
    }

    public Path path() {
        return path;
    }

    /** Refuses what ends at this zxid if that is too early. */
    public void check(String what, long endsAtZxid) throws StoreCorruptedException {
        if (endsAtZxid < zxid) {
            throw new StoreCorruptedException(what + " ends at zxid 0x" + Long.toHexString(endsAtZxid) + ", but " + path
                    + " says that zxid 0x" + Long.toHexString(zxid) + " was synced");
        }
    }

    /** Notes that everything up to here is synced. */
    public void raise(long newZxid) throws IOException {
        count++;
        zxid = newZxid;
        slot.clear();
        slot.putLong(0, count).putLong(8, newZxid).putInt(16, checksum());
        file.write(slot, (count & 1) * SLOT_DISTANCE);
    }

    /** Notes, durably, that what comes after this zxid is about to be removed. */
    public void lower(long newZxid) throws IOException {
        if (newZxid < zxid) {
            set(newZxid);
        }
    }

    private void set(long newZxid) throws IOException {
        raise(newZxid);
        raise(newZxid);
        file.force();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
