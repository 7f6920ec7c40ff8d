package io.lyrebird.server.boot;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * The thread that lets the engine's image follow the log. What changes while it writes gathers by key, so that a key that
 * changes all the time is written once a round, and memory is bounded by what is different, not by how often it changed.
 */
final class ImageWriter implements AutoCloseable {
    /** Gathering for this long turns many changes of the same nodes into one. */
    private static final long ROUND_MS = 1000;
    /** A round begins at once when this much has gathered. */
    private static final long ROUND_BYTES = 8 << 20;

    /** A failure of the image leaves its engine unusable: the process stops. */
    static final class ImageFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        ImageFailure(StoreException cause) {
            super(cause);
        }
    }

    private final Image image;
    private final LogRetention retention;
    private final LongConsumer dropLogBefore;
    private final Recorder recorder;
    private final Thread thread = new Thread(this::run, "image-writer");
    private final Object handOver = new Object();

    /** Changes up to a zxid; and, where somebody wants the image as it is then, who. */
    private record Round(Map<ByteBuffer, byte[]> changes, long zxid, CompletableFuture<ImageCursor> scan) {}

    // Guarded by handOver.
    private Map<ByteBuffer, byte[]> gathered = new LinkedHashMap<>();
    private final Deque<Round> sealed = new ArrayDeque<>();
    private long gatheredBytes;
    private long gatheredZxid;
    private boolean writing;
    private boolean suspended;
    private boolean closed;

    /** The writer's thread alone uses it. */
    private long nextCutNanos;

    private long lastCutZxid;

    /**
     * @param dropLogBefore told of the zxid before which the log is no longer needed
     * @param recorder of this writer's thread
     */
    ImageWriter(
            Image image,
            LogRetention retention,
            LongConsumer dropLogBefore,
            Recorder recorder,
            Thread.UncaughtExceptionHandler onFailure) {
        this.image = image;
        this.retention = retention;
        this.dropLogBefore = dropLogBefore;
        this.recorder = recorder;
        gatheredZxid = image.zxid();
        lastCutZxid = image.zxid();
        nextCutNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(retention.intervalMs());
        thread.setUncaughtExceptionHandler(onFailure);
    }

    void start() {
        thread.start();
    }

    /** Takes the changes up to and including this zxid. For the core's thread; it does not wait for the disk. */
    void take(ImageChanges changes, long zxid) {
        synchronized (handOver) {
            changes.drainTo((key, value) -> {
                gathered.put(ByteBuffer.wrap(key), value);
                gatheredBytes += key.length + (value == null ? 0 : value.length);
            });
            gatheredZxid = zxid;
            if (gatheredBytes >= ROUND_BYTES) {
                handOver.notifyAll();
            }
        }
    }

    /** The image as it is with the changes that were taken so far. Whoever gets the cursor closes it. */
    CompletableFuture<ImageCursor> scan() {
        CompletableFuture<ImageCursor> scan = new CompletableFuture<>();
        synchronized (handOver) {
            sealed.add(new Round(gathered, gatheredZxid, scan));
            gathered = new LinkedHashMap<>();
            gatheredBytes = 0;
            handOver.notifyAll();
        }
        return scan;
    }

    /** Returns when nothing is being written, and nothing will be until {@link #resume}: the image is the caller's. */
    void suspend() throws InterruptedException {
        synchronized (handOver) {
            suspended = true;
            while (writing) {
                handOver.wait();
            }
            for (Round round : sealed) {
                if (round.scan != null) {
                    round.scan.completeExceptionally(new IllegalStateException("the image is being replaced"));
                }
            }
            sealed.clear();
        }
    }

    /** The image has been replaced by that of another zxid. What was taken before belongs to the old one. */
    void resume(long zxid) {
        synchronized (handOver) {
            gathered = new LinkedHashMap<>();
            gatheredBytes = 0;
            gatheredZxid = zxid;
            suspended = false;
            handOver.notifyAll();
        }
    }

    private void run() {
        try {
            while (writeRound()) {
                // Until it is closed and has written everything.
            }
        } catch (StoreException e) {
            throw new ImageFailure(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the image writer was interrupted", e);
        }
    }

    private boolean writeRound() throws StoreException, InterruptedException {
        Deque<Round> rounds;
        boolean last;
        synchronized (handOver) {
            awaitRound();
            rounds = new ArrayDeque<>(sealed);
            sealed.clear();
            rounds.add(new Round(gathered, gatheredZxid, null));
            last = closed;
            gathered = new LinkedHashMap<>();
            gatheredBytes = 0;
            writing = true;
        }
        for (Round round : rounds) {
            write(round);
        }
        if (last) {
            image.sync();
        } else {
            cutLogWhenDue();
        }
        synchronized (handOver) {
            writing = false;
            handOver.notifyAll();
        }
        return !last;
    }

    private void write(Round round) throws StoreException {
        if (!round.changes.isEmpty()) {
            long startNanos = System.nanoTime();
            image.apply(batch(round.changes), round.zxid);
            recorder.record(Distribution.SNAPSHOT_TIME, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        }
        if (round.scan != null) {
            ImageCursor cursor = image.scan();
            if (!round.scan.complete(cursor)) {
                cursor.close();
            }
        }
    }

    private void cutLogWhenDue() throws StoreException {
        long now = System.nanoTime();
        boolean hasGrown = image.zxid() - lastCutZxid > retention.txnsKept();
        if (now - nextCutNanos < 0 && !hasGrown) {
            return;
        }
        lastCutZxid = image.zxid();
        nextCutNanos = now + TimeUnit.MILLISECONDS.toNanos(retention.intervalMs());
        image.sync();
        long zxid = retention.dropBefore(image.durableZxid());
        if (zxid > 0) {
            dropLogBefore.accept(zxid);
        }
    }

    private void awaitRound() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ROUND_MS);
        while (suspended || !closed && sealed.isEmpty() && gatheredBytes < ROUND_BYTES) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (leftMs <= 0 && !suspended) {
                return;
            }
            handOver.wait(Math.max(1, leftMs));
        }
    }

    private static ImageBatch batch(Map<ByteBuffer, byte[]> changes) {
        ImageBatch batch = new ImageBatch();
        changes.forEach((key, value) -> {
            if (value == null) {
                batch.delete(key.array());
            } else {
                batch.put(key.array(), value);
            }
        });
        return batch;
    }

    /** Writes what is left, durably, so that the next start has nothing to replay. */
    @Override
    public void close() {
        synchronized (handOver) {
            closed = true;
            handOver.notifyAll();
        }
        Joining.join(thread);
    }
}
