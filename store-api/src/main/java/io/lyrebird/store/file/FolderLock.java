package io.lyrebird.store.file;

import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreLockedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps everybody else out of a folder. The operating system takes it back when the process ends, however it does. */
final class FolderLock implements AutoCloseable {
    static final String FILE_NAME = "lock";

    /**
     * The folders that this process has locked. The operating system does not help here: its locks belong to the process,
     * and opening and closing the file a second time would give the first lock away.
     */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    static FolderLock take(Path folder) throws IOException, StoreException {
        Path real = folder.toRealPath();
        if (!OURS.add(real)) {
            throw new StoreLockedException(folder + " is already open in this process");
        }
        FileChannel channel = null;
        try {
            Path file = real.resolve(FILE_NAME);
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                throw new StoreLockedException(
                        folder + " is in use by another process, which holds the lock on " + file);
            }
            return new FolderLock(real, channel);
        } catch (IOException | StoreException e) {
            if (channel != null) {
                channel.close();
            }
            OURS.remove(real);
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        OURS.remove(folder);
    }
}
