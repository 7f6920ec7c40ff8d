package io.lyrebird.store.file;

import io.lyrebird.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Reads groups out of a segment's file, through a window so that small groups do not cost a system call each. */
final class GroupReader implements AutoCloseable {
    private static final int WINDOW_BYTES = 256 << 10;

    private final Path path;
    private final Disk.DiskFile file;
    private final long salt;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowAt;

    GroupReader(Disk disk, Path path, long salt) throws IOException {
        this.path = path;
        this.salt = salt;
        this.file = disk.open(path, Disk.Mode.READ);
    }

    Path path() {
        return path;
    }

    long fileBytes() throws StoreException {
        try {
            return file.size();
        } catch (IOException e) {
            throw Health.describe("read " + path, e);
        }
    }

    /** Forgets what was read ahead; the file may have more to say by now. */
    void forgetWindow() {
        window = ByteBuffer.allocate(0);
    }

    /** The group header at this position, or null if there is none. */
    Groups.GroupHeader header(long position) throws StoreException {
        ByteBuffer bytes = bytes(position, Groups.GROUP_HEADER_BYTES);
        return Groups.GroupHeader.decode(bytes, bytes.position(), salt);
    }

    /** The group header at this index of bytes that were read before, or null if there is none. */
    Groups.GroupHeader headerIn(ByteBuffer bytes, int index) {
        return Groups.GroupHeader.decode(bytes, index, salt);
    }

    /** The body of the group whose header is at this position, or null if it is not what was written. */
    ByteBuffer body(long position, Groups.GroupHeader header) throws StoreException {
        long at = position + Groups.GROUP_HEADER_BYTES;
        if (header.bodyBytes() > fileBytes() - at) {
            return null;
        }
        ByteBuffer body = bytes(at, header.bodyBytes());
        return Groups.crc(body.duplicate()) == header.bodyCrc() ? body : null;
    }

    /** As many of these bytes as the file has; they are good until the next call. */
    ByteBuffer bytes(long position, int length) throws StoreException {
        if (position < windowAt || position + length > windowAt + window.limit()) {
            fill(position, length);
        }
        int from = (int) Math.min(position - windowAt, window.limit());
        return window.slice(from, Math.min(length, window.limit() - from));
    }

    private void fill(long position, int length) throws StoreException {
        int wanted = (int) Math.max(length, Math.min(WINDOW_BYTES, fileBytes() - position));
        ByteBuffer filled = ByteBuffer.allocate(wanted);
        try {
            file.read(filled, position);
        } catch (IOException e) {
            throw Health.describe("read " + path + " at " + position, e);
        }
        window = filled.flip();
        windowAt = position;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // It was open for reading only: nothing can be lost.
            forgetWindow();
        }
    }
}
