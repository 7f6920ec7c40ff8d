package io.lyrebird.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

final class RealDisk implements Disk {
    static final RealDisk INSTANCE = new RealDisk();

    /** The JDK copies through a native buffer as large as the request and keeps it: larger requests are cut in pieces. */
    private static final int PIECE_BYTES = 1 << 20;

    private RealDisk() {}

    @Override
    public DiskFile open(Path file, Mode mode) throws IOException {
        Set<StandardOpenOption> options = switch (mode) {
            case READ -> Set.of(StandardOpenOption.READ);
            case READ_WRITE -> Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
            case CREATE -> Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        };
        return new RealFile(FileChannel.open(file, options));
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.delete(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath();
        if (Files.isDirectory(absolute)) {
            return;
        }
        Path parent = absolute.getParent();
        createFolder(parent);
        Files.createDirectory(absolute);
        syncFolder(parent);
    }

    private record RealFile(FileChannel channel) implements DiskFile {
        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            int end = into.limit();
            while (into.position() < end) {
                into.limit(Math.min(end, into.position() + PIECE_BYTES));
                int count = channel.read(into, position);
                if (count < 0) {
                    break;
                }
                position += count;
            }
            into.limit(end);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            int end = from.limit();
            while (from.position() < end) {
                from.limit(Math.min(end, from.position() + PIECE_BYTES));
                position += channel.write(from, position);
            }
            from.limit(end);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
