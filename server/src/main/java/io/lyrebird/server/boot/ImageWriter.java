package io.lyrebird.server.boot;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.StoreException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
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

    // Guarded by handOver.
    private Map<ByteBuffer, byte[]> gathered = new LinkedHashMap<>();
    private long gatheredBytes;
    private long gatheredZxid;
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
                handOver.notify();
            }
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
        Map<ByteBuffer, byte[]> round;
        long zxid;
        boolean last;
        synchronized (handOver) {
            awaitRound();
            round = gathered;
            zxid = gatheredZxid;
            last = closed;
            gathered = new LinkedHashMap<>();
            gatheredBytes = 0;
        }
        if (zxid > image.zxid()) {
            long startNanos = System.nanoTime();
            image.apply(batch(round), zxid);
            recorder.record(Distribution.SNAPSHOT_TIME, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        }
        if (last) {
            image.sync();
        } else {
            cutLogWhenDue();
        }
        return !last;
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
        while (!closed && gatheredBytes < ROUND_BYTES) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (leftMs <= 0) {
                return;
            }
            handOver.wait(leftMs);
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
            handOver.notify();
        }
        Joining.join(thread);
    }
}
