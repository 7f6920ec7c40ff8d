package io.lyrebird.server.quorum;

import io.lyrebird.wire.Check;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends a lot through a connection, from a worker's thread: it waits while more than a little is on its way, and gives up
 * when the other side takes nothing for too long.
 */
final class BulkStream extends OutputStream {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int IN_FLIGHT_BYTES_MAX = 1 << 20;

    private final PeerSockets sockets;
    private final Channel channel;
    private final long stallNanos;
    private ByteBuf chunk;

    // both threads, under the lock
    private long inFlightBytes;
    private long progressNanos = System.nanoTime();

    BulkStream(PeerSockets sockets, Channel channel, int stallMs) {
        this.sockets = sockets;
        this.channel = channel;
        stallNanos = TimeUnit.MILLISECONDS.toNanos(stallMs);
    }

    @Override
    public void write(int b) throws IOException {
        room().writeByte(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            ByteBuf room = room();
            int count = Math.min(length - done, room.writableBytes());
            room.writeBytes(bytes, offset + done, count);
            done += count;
        }
    }

    /** Something of moderate size that is written to a buffer. */
    void append(Consumer<ByteBuf> encoder) {
        try {
            encoder.accept(room());
            if (chunk.readableBytes() >= CHUNK_BYTES) {
                send();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ByteBuf room() throws IOException {
        if (chunk != null && !chunk.isWritable()) {
            send();
        }
        if (chunk == null) {
            chunk = channel.alloc().buffer(CHUNK_BYTES);
        }
        return chunk;
    }

    /** What was written is sent, before anything else is. */
    @Override
    public void flush() throws IOException {
        if (chunk != null) {
            send();
        }
    }

    private void send() throws IOException {
        ByteBuf full = chunk;
        chunk = null;
        int bytes = full.readableBytes();
        try {
            awaitRoom(bytes);
        } catch (IOException e) {
            full.release();
            throw e;
        }
        sockets.execute(() -> channel.writeAndFlush(full).addListener(written -> arrived(bytes)));
    }

    private synchronized void awaitRoom(int bytes) throws IOException {
        if (inFlightBytes == 0) {
            progressNanos = System.nanoTime();
        }
        while (inFlightBytes >= IN_FLIGHT_BYTES_MAX && channel.isActive()) {
            long leftNanos = stallNanos - (System.nanoTime() - progressNanos);
            if (leftNanos <= 0) {
                throw new IOException(
                        "the other side has taken nothing for " + TimeUnit.NANOSECONDS.toMillis(stallNanos) + " ms");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while sending");
            }
        }
        if (!channel.isActive()) {
            throw new IOException("the connection has ended");
        }
        inFlightBytes += bytes;
    }

    /** Or never will: a failed write ends the connection, which the next one to be sent finds out. */
    private synchronized void arrived(int bytes) {
        inFlightBytes -= bytes;
        Check.that(inFlightBytes >= 0, "no more arrives than was sent");
        progressNanos = System.nanoTime();
        notifyAll();
    }

    /** Gives back what was not sent. */
    void discard() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }
}
