package io.lyrebird.server.quorum;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of a snapshot on their way from the loop to the worker that reads it. Reading is cheap byte by byte; what has
 * not been read at the end is handed back.
 */
final class SnapshotPipe extends InputStream {
    private static final int FULL_BYTES = 2 << 20;

    private final long stallNanos;
    private final Runnable emptied;
    /** The worker's alone. */
    private ByteBuf current;

    // both threads, under the lock
    private final Deque<ByteBuf> arrived = new ArrayDeque<>();
    private long arrivedBytes;
    private boolean ended;

    /** @param emptied told, on the worker's thread, when there is room again */
    SnapshotPipe(int stallMs, Runnable emptied) {
        stallNanos = TimeUnit.MILLISECONDS.toNanos(stallMs);
        this.emptied = emptied;
    }

    // ---- the loop

    /** Takes over the buffer. */
    synchronized void add(ByteBuf bytes) {
        arrived.addLast(bytes);
        arrivedBytes += bytes.readableBytes();
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean isFull() {
        return arrivedBytes >= FULL_BYTES;
    }

    // ---- the worker

    @Override
    public int read() throws IOException {
        return isAtEnd() ? -1 : current.readUnsignedByte();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (isAtEnd()) {
            return -1;
        }
        int count = Math.min(length, current.readableBytes());
        current.readBytes(bytes, offset, count);
        return count;
    }

    @Override
    public int available() {
        return current == null ? 0 : current.readableBytes();
    }

    private boolean isAtEnd() throws IOException {
        while (current == null || !current.isReadable()) {
            if (current != null) {
                current.release();
                current = null;
            }
            current = next();
            if (current == null) {
                return true;
            }
        }
        return false;
    }

    private ByteBuf next() throws IOException {
        ByteBuf next;
        boolean wasFull;
        synchronized (this) {
            awaitMore();
            next = arrived.pollFirst();
            wasFull = isFull();
            if (next != null) {
                arrivedBytes -= next.readableBytes();
            }
            wasFull &= !isFull();
        }
        if (wasFull) {
            emptied.run();
        }
        return next;
    }

    private void awaitMore() throws IOException {
        long startNanos = System.nanoTime();
        while (arrived.isEmpty() && !ended) {
            long leftNanos = stallNanos - (System.nanoTime() - startNanos);
            if (leftNanos <= 0) {
                throw new IOException(
                        "nothing of the snapshot has come for " + TimeUnit.NANOSECONDS.toMillis(stallNanos) + " ms");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while receiving a snapshot");
            }
        }
    }

    /** After the worker has done: what it has not read, for whoever comes next. Their owner is the caller. */
    synchronized List<ByteBuf> rest() {
        List<ByteBuf> rest = new ArrayList<>();
        if (current != null) {
            rest.add(current);
            current = null;
        }
        rest.addAll(arrived);
        arrived.clear();
        arrivedBytes = 0;
        return rest;
    }
}
