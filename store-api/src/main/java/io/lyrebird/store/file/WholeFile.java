package io.lyrebird.store.file;

import io.lyrebird.store.StoreCorruptedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Small files that are read whole and replaced whole. */
final class WholeFile {
    private WholeFile() {}

    static ByteBuffer read(Disk disk, Path file, int maxBytes) throws IOException, StoreCorruptedException {
        try (Disk.DiskFile open = disk.open(file, Disk.Mode.READ)) {
            long size = open.size();
            if (size > maxBytes) {
                throw new StoreCorruptedException(file + " is damaged: it has " + size + " bytes");
            }
            ByteBuffer content = ByteBuffer.allocate((int) size);
            open.read(content, 0);
            return content.flip();
        }
    }

    /** Durable on return; a crash leaves the old content or the new one. */
    static void write(Disk disk, Path file, ByteBuffer content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        if (disk.exists(temporary)) {
            disk.delete(temporary);
        }
        try (Disk.DiskFile open = disk.open(temporary, Disk.Mode.CREATE)) {
            open.write(content, 0);
            open.force();
        }
        disk.rename(temporary, file);
        disk.syncFolder(file.getParent());
    }
}
