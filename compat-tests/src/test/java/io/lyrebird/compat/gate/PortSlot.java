package io.lyrebird.compat.gate;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One of the parts into which upstream's tests divide their port range. It is held by a lock on a file of this machine,
 * so that two builds at a time do not fight for ports.
 */
final class PortSlot implements AutoCloseable {
    static final int COUNT = 8;

    private final int number;
    private final FileChannel locked;

    private PortSlot(int number, FileChannel locked) {
        this.number = number;
        this.locked = locked;
    }

    static PortSlot take() throws IOException {
        for (int number = 1; number <= COUNT; number++) {
            FileChannel file = FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), "lyrebird-gate-ports-" + number),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            if (isLocked(file)) {
                return new PortSlot(number, file);
            }
            file.close();
        }
        throw new IOException("all " + COUNT + " port ranges of upstream's tests are in use on this machine");
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // by this JVM
        }
    }

    /** From 1 to {@link #COUNT}. */
    int number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        locked.close();
    }
}
