package io.lyrebird.store.tutorial;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.Disk;
import io.lyrebird.store.file.Health;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * An image that is kept in memory and written whole into a file at each sync. That is slow for a large one, but it keeps
 * every promise: it is always the state at one zxid, because state and zxid are in the same file, and the file is replaced by
 * renaming, which happens or does not.
 */
final class TutorialImage implements Image {
    private static final String NAME = "image";

    private final Disk disk;
    private final Path folder;
    private final Health health;

    // Scans come from any thread, and changes from the one that writes: the lock is held for moments only.
    private TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    private long zxid;
    private long durableZxid;

    private TutorialImage(Disk disk, Path folder, Health health) {
        this.disk = disk;
        this.folder = folder;
        this.health = health;
    }

    static TutorialImage create(Disk disk, Path folder, Health health) throws StoreException {
        TutorialImage image = new TutorialImage(disk, folder, health);
        image.write(image.entries, 0);
        return image;
    }

    static TutorialImage open(Disk disk, Path folder, Health health) throws StoreException {
        TutorialImage image = new TutorialImage(disk, folder, health);
        image.read();
        return image;
    }

    @Override
    public synchronized long zxid() {
        return zxid;
    }

    @Override
    public synchronized long durableZxid() {
        return durableZxid;
    }

    @Override
    public synchronized void apply(ImageBatch changes, long newZxid) throws StoreException {
        // Every write asks first whether the store is still sound, and whether the call makes sense; then nothing can
        // fail.
        health.check();
        Limits.checkApply(zxid, newZxid);
        changes.forEach(new ImageBatch.Visitor() {
            @Override
            public void put(byte[] key, byte[] value) {
                entries.put(key, value);
            }

            @Override
            public void delete(byte[] key) {
                entries.remove(key);
            }
        });
        zxid = newZxid;
    }

    @Override
    public void sync() throws StoreException {
        health.check();
        TreeMap<byte[], byte[]> state;
        long stateZxid;
        synchronized (this) {
            state = copy();
            stateZxid = zxid;
        }
        write(state, stateZxid);
        synchronized (this) {
            durableZxid = stateZxid;
        }
    }

    @Override
    public ImageReplacement replace(long newZxid) throws StoreException {
        health.check();
        return new Replacement(newZxid);
    }

    @Override
    public synchronized ImageCursor scan() {
        return new Cursor(copy(), zxid);
    }

    private TreeMap<byte[], byte[]> copy() {
        return new TreeMap<>(entries);
    }

    private void write(Map<byte[], byte[]> state, long stateZxid) throws StoreException {
        long bytes = 8 + 8 + 4;
        for (Map.Entry<byte[], byte[]> entry : state.entrySet()) {
            bytes += 8 + entry.getKey().length + entry.getValue().length;
        }
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(bytes));
        content.putLong(stateZxid).putLong(state.size());
        state.forEach((key, value) ->
                content.putInt(key.length).put(key).putInt(value.length).put(value));
        content.putInt(checksum(content, content.position())).flip();
        Path temporary = folder.resolve(NAME + ".tmp");
        try {
            if (disk.exists(temporary)) {
                disk.delete(temporary);
            }
            try (Disk.DiskFile file = disk.open(temporary, Disk.Mode.CREATE)) {
                file.write(content, 0);
                file.force();
            }
            // The content is on the disk before the name, and the name is on the disk before anybody relies on it.
            disk.rename(temporary, folder.resolve(NAME));
            disk.syncFolder(folder);
        } catch (IOException e) {
            throw health.failed("write the image in " + folder, e);
        }
    }

    private void read() throws StoreException {
        Path path = folder.resolve(NAME);
        ByteBuffer content;
        if (!disk.exists(path)) {
            throw new StoreCorruptedException(path + " is missing");
        }
        try (Disk.DiskFile file = disk.open(path, Disk.Mode.READ)) {
            content = ByteBuffer.allocate(Math.toIntExact(file.size()));
            file.read(content, 0);
        } catch (IOException e) {
            throw Health.describe("read " + path, e);
        }
        content.flip();
        int end = content.limit() - 4;
        if (end < 16 || content.getInt(end) != checksum(content, end)) {
            // Say which file, and what is known about the zxid.
            throw new StoreCorruptedException(
                    path + " does not match its checksum; it says that it is the image at zxid 0x"
                            + (end < 16 ? "?" : Long.toHexString(content.getLong(0))));
        }
        zxid = content.getLong();
        durableZxid = zxid;
        for (long left = content.getLong(); left > 0; left--) {
            byte[] key = bytes(content);
            entries.put(key, bytes(content));
        }
    }

    private static byte[] bytes(ByteBuffer content) {
        byte[] bytes = new byte[content.getInt()];
        content.get(bytes);
        return bytes;
    }

    private static int checksum(ByteBuffer content, int end) {
        CRC32C crc = new CRC32C();
        crc.update(content.slice(0, end));
        return (int) crc.getValue();
    }

    private final class Replacement implements ImageReplacement {
        private final TreeMap<byte[], byte[]> next = new TreeMap<>(Arrays::compareUnsigned);
        private final long newZxid;
        private boolean finished;

        Replacement(long newZxid) {
            this.newZxid = newZxid;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            Limits.checkKey(key);
            Limits.checkValue(value);
            checkUnfinished();
            next.put(key, value);
        }

        @Override
        public void commit() throws StoreException {
            checkUnfinished();
            // Durable first, visible then.
            write(next, newZxid);
            synchronized (TutorialImage.this) {
                entries = next;
                zxid = newZxid;
                durableZxid = newZxid;
            }
            finished = true;
        }

        private void checkUnfinished() {
            if (finished) {
                throw new IllegalStateException("the replacement is finished");
            }
        }

        @Override
        public void close() {
            finished = true;
        }
    }

    private static final class Cursor implements ImageCursor {
        private final Iterator<Map.Entry<byte[], byte[]>> iterator;
        private final long zxid;
        private Map.Entry<byte[], byte[]> current;

        Cursor(TreeMap<byte[], byte[]> state, long zxid) {
            this.iterator = state.entrySet().iterator();
            this.zxid = zxid;
        }

        @Override
        public long zxid() {
            return zxid;
        }

        @Override
        public boolean next() {
            current = iterator.hasNext() ? iterator.next() : null;
            return current != null;
        }

        @Override
        public byte[] key() {
            return current.getKey().clone();
        }

        @Override
        public byte[] value() {
            return current.getValue().clone();
        }

        @Override
        public void close() {}
    }
}
