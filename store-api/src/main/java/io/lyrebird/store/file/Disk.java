package io.lyrebird.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The file system, as far as this package needs it. Everything goes through it so that a test can put a faulty one in its
 * place: one that forgets what was not synced, tears a write, runs out of space or fails an fsync.
 */
public interface Disk {
    /** The file system of the operating system. */
    static Disk real() {
        return RealDisk.INSTANCE;
    }

    enum Mode {
        READ,
        READ_WRITE,
        /** Creates the file; it must not exist. */
        CREATE
    }

    DiskFile open(Path file, Mode mode) throws IOException;

    boolean exists(Path file);

    /** The plain files in a folder, in no particular order. */
    List<Path> list(Path folder) throws IOException;

    void delete(Path file) throws IOException;

    /** Gives a file another name at once, in place of a file that has that name already. */
    void rename(Path from, Path to) throws IOException;

    /** Returns when the creations, deletions and renamings in this folder are durable. */
    void syncFolder(Path folder) throws IOException;

    /** Creates a folder and those above it that are missing, durably. */
    void createFolder(Path folder) throws IOException;

    /** An open file. Reading and writing go to a position; one does not disturb the other. */
    interface DiskFile extends AutoCloseable {
        /** Reads until the buffer is full or the file ends. */
        void read(ByteBuffer into, long position) throws IOException;

        void write(ByteBuffer from, long position) throws IOException;

        /** Returns when the content, and the length that is needed to read it, is durable. */
        void force() throws IOException;

        long size() throws IOException;

        void truncate(long size) throws IOException;

        @Override
        void close() throws IOException;
    }
}
