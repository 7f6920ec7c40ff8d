package io.lyrebird.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes the next segment's file before it is needed, on a thread of its own: filled with zeros and synced, so that a sync of
 * what is written into it later has no metadata to write. One file at a time.
 */
final class SegmentPreparer implements AutoCloseable {
    private static final int STEP_BYTES = 1 << 20;

    /** A file that is ready. */
    record Spare(long number, Path path, Disk.DiskFile file, long sizeBytes) {}

    private final Disk disk;
    private final Path folder;
    private final ExecutorService executor;
    private CompletableFuture<Spare> spare;
    private volatile boolean cancelled;

    SegmentPreparer(Disk disk, Path folder, ExecutorService executor) {
        this.disk = disk;
        this.folder = folder;
        this.executor = executor;
    }

    static ExecutorService ownThread() {
        return Executors.newSingleThreadExecutor(work -> {
            Thread created = new Thread(work, "txn-log-preparer");
            created.setDaemon(true);
            return created;
        });
    }

    boolean isIdle() {
        return spare == null;
    }

    void start(long number, long sizeBytes) {
        cancelled = false;
        spare = new CompletableFuture<>();
        CompletableFuture<Spare> promise = spare;
        executor.execute(() -> {
            try {
                promise.complete(make(number, sizeBytes));
            } catch (IOException | RuntimeException e) {
                promise.completeExceptionally(e);
            }
        });
    }

    /** The file if it is ready, else null. A failure is forgotten, so that one can start again. */
    Spare takeIfReady() {
        if (spare == null || !spare.isDone()) {
            return null;
        }
        try {
            return take();
        } catch (IOException e) {
            return null;
        }
    }

    /** Waits for the file. */
    Spare take() throws IOException {
        CompletableFuture<Spare> promise = spare;
        spare = null;
        try {
            return promise.join();
        } catch (CompletionException e) {
            throw new IOException(
                    "could not prepare a file for the log: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private Spare make(long number, long sizeBytes) throws IOException {
        Path path = Segment.path(folder, number);
        Disk.DiskFile file = disk.open(path, Disk.Mode.CREATE);
        try {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(STEP_BYTES, sizeBytes));
            for (long at = 0; at < sizeBytes; at += zeros.limit()) {
                if (cancelled) {
                    throw new IOException("not needed any more");
                }
                zeros.clear();
                zeros.limit((int) Math.min(zeros.capacity(), sizeBytes - at));
                file.write(zeros, at);
                // In steps, so that the log's own syncs never wait for a long queue of zeros.
                file.force();
            }
            disk.syncFolder(folder);
            return new Spare(number, path, file, sizeBytes);
        } catch (IOException | RuntimeException e) {
            file.close();
            disk.delete(path);
            throw e;
        }
    }

    /** Deletes a file that is not needed after all. */
    void discard() throws IOException {
        if (spare == null) {
            return;
        }
        cancelled = true;
        Spare unused;
        try {
            unused = take();
        } catch (IOException e) {
            return; // It could not be made, so there is nothing to delete.
        }
        unused.file().close();
        disk.delete(unused.path());
    }

    @Override
    public void close() throws IOException {
        discard();
        executor.shutdown();
    }
}
