package io.lyrebird.store.contract;

import io.lyrebird.store.file.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** The real file system, with syncs that fail when asked to. */
public final class FaultyDisk implements Disk {
    private final Disk real = Disk.real();
    private volatile Predicate<Path> failingSyncs = file -> false;

    /** From now on the syncs of these files fail, as they do when a device gives up. */
    public void failSyncsOf(Predicate<Path> files) {
        failingSyncs = files;
    }

    private void check(Path file) throws IOException {
        if (failingSyncs.test(file)) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public DiskFile open(Path file, Mode mode) throws IOException {
        return new FaultyFile(file, real.open(file, mode));
    }

    @Override
    public boolean exists(Path file) {
        return real.exists(file);
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        return real.list(folder);
    }

    @Override
    public void delete(Path file) throws IOException {
        real.delete(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        real.rename(from, to);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        check(folder);
        real.syncFolder(folder);
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        real.createFolder(folder);
    }

    private final class FaultyFile implements DiskFile {
        private final Path path;
        private final DiskFile file;

        FaultyFile(Path path, DiskFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            file.write(from, position);
        }

        @Override
        public void force() throws IOException {
            check(path);
            file.force();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
