package io.lyrebird.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A disk in memory that behaves at a power loss as real ones may: of what was not synced, any sector may have been written
 * and any other not; changes of names are kept in their order, up to some point. It can also run out of space, fail a sync,
 * and break down at a chosen operation.
 */
final class SimulatedDisk implements Disk {
    /** The power is gone: nothing works from here on. */
    static final class PowerLoss extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final int SECTOR_BYTES = 512;

    private static final class Content {
        byte[] current = new byte[0];
        byte[] durable = new byte[0];

        Content copy() {
            Content copy = new Content();
            copy.current = current.clone();
            copy.durable = durable.clone();
            return copy;
        }
    }

    private interface NameChange {
        void apply(Map<Path, Content> names);
    }

    private final Map<Path, Content> names = new TreeMap<>();
    private final Map<Path, Content> durableNames = new HashMap<>();
    private final List<NameChange> unsyncedNames = new ArrayList<>();

    private long operationsLeft = Long.MAX_VALUE;
    private long bytesLeft = Long.MAX_VALUE;
    private boolean syncsFail;

    void losePowerAfter(long operations) {
        operationsLeft = operations;
    }

    void limitSpace(long bytes) {
        bytesLeft = bytes;
    }

    void failSyncs() {
        syncsFail = true;
    }

    boolean hasPower() {
        return operationsLeft > 0;
    }

    private void step() {
        if (operationsLeft <= 0) {
            throw new PowerLoss();
        }
        operationsLeft--;
    }

    /** The disk as the next start finds it. */
    SimulatedDisk afterPowerLoss(Random random) {
        SimulatedDisk next = new SimulatedDisk();
        Map<Path, Content> left = new HashMap<>(durableNames);
        int kept = random.nextInt(unsyncedNames.size() + 1);
        unsyncedNames.subList(0, kept).forEach(change -> change.apply(left));
        left.forEach((path, content) -> {
            Content survivor = new Content();
            survivor.durable = mixed(content, random);
            survivor.current = survivor.durable.clone();
            next.names.put(path, survivor);
            next.durableNames.put(path, survivor);
        });
        return next;
    }

    /** The disk as a process finds it that was started after another one was killed. */
    SimulatedDisk afterKill() {
        SimulatedDisk next = new SimulatedDisk();
        names.forEach((path, content) -> {
            Content copy = content.copy();
            next.names.put(path, copy);
            next.durableNames.put(path, copy);
        });
        return next;
    }

    private static byte[] mixed(Content content, Random random) {
        int shorter = Math.min(content.current.length, content.durable.length);
        int longer = Math.max(content.current.length, content.durable.length);
        int length = random.nextInt(3) == 0 ? shorter + random.nextInt(longer - shorter + 1) : content.current.length;
        byte[] mixed = new byte[length];
        boolean all = random.nextBoolean();
        boolean none = !all && random.nextBoolean();
        for (int at = 0; at < length; at += SECTOR_BYTES) {
            byte[] source = all || !none && random.nextBoolean() ? content.current : content.durable;
            int end = Math.min(Math.min(at + SECTOR_BYTES, length), source.length);
            if (end > at) {
                System.arraycopy(source, at, mixed, at, end - at);
            }
        }
        return mixed;
    }

    byte[] bytes(Path file) {
        return names.get(file).current;
    }

    /** The same content with one bit changed, as a new start finds it. */
    SimulatedDisk withFlippedBit(Path file, int at, int bit) {
        SimulatedDisk next = afterKill();
        next.names.get(file).current[at] ^= (byte) (1 << bit);
        return next;
    }

    List<Path> files() {
        return List.copyOf(names.keySet());
    }

    @Override
    public DiskFile open(Path file, Mode mode) throws IOException {
        step();
        if (mode == Mode.CREATE) {
            if (names.containsKey(file)) {
                throw new IOException(file + " exists");
            }
            Content content = new Content();
            change(map -> map.put(file, content));
        }
        Content content = names.get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return new SimulatedFile(content);
    }

    private void change(NameChange change) {
        change.apply(names);
        unsyncedNames.add(change);
    }

    @Override
    public boolean exists(Path file) {
        return names.containsKey(file);
    }

    @Override
    public List<Path> list(Path folder) {
        return names.keySet().stream()
                .filter(file -> file.getParent().equals(folder))
                .toList();
    }

    @Override
    public void delete(Path file) throws IOException {
        step();
        if (!names.containsKey(file)) {
            throw new NoSuchFileException(file.toString());
        }
        change(map -> map.remove(file));
    }

    @Override
    public void rename(Path from, Path to) {
        step();
        change(map -> {
            Content content = map.remove(from);
            if (content != null) {
                map.put(to, content);
            }
        });
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        step();
        failIfAsked();
        unsyncedNames.forEach(change -> change.apply(durableNames));
        unsyncedNames.clear();
    }

    @Override
    public void createFolder(Path folder) {
        step();
    }

    private void failIfAsked() throws IOException {
        if (syncsFail) {
            throw new IOException("Input/output error");
        }
    }

    private final class SimulatedFile implements DiskFile {
        private final Content content;

        SimulatedFile(Content content) {
            this.content = content;
        }

        @Override
        public void read(ByteBuffer into, long position) {
            int from = (int) Math.min(position, content.current.length);
            into.put(content.current, from, Math.min(into.remaining(), content.current.length - from));
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            step();
            int start = (int) position;
            int length = from.remaining();
            boolean full = bytesLeft < length;
            // When the power goes, half of the writes are cut; the others are whole, and never synced.
            boolean breaks = full || operationsLeft == 0 && length % 2 == 0;
            if (breaks) {
                // Some of it gets there before it breaks; sectors and pages are written whole.
                int end = (start + length / 2) / SECTOR_BYTES * SECTOR_BYTES;
                length = Math.max(0, end - start);
            }
            bytesLeft -= length;
            if (content.current.length < start + length) {
                content.current = Arrays.copyOf(content.current, start + length);
            }
            from.get(content.current, start, length);
            if (full) {
                throw new IOException("No space left on device");
            }
            if (breaks) {
                throw new PowerLoss();
            }
        }

        @Override
        public void force() throws IOException {
            step();
            if (syncsFail) {
                // As kernels do: what could not be written is forgotten, and the next sync knows nothing of it.
                content.current = content.durable.clone();
            }
            failIfAsked();
            content.durable = content.current.clone();
        }

        @Override
        public long size() {
            return content.current.length;
        }

        @Override
        public void truncate(long size) {
            step();
            if (size < content.current.length) {
                content.current = Arrays.copyOf(content.current, (int) size);
            }
        }

        @Override
        public void close() {}
    }
}
