package io.lyrebird.server.quorum;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What goes out through one connection of the quorum port, in order. The core collects a batch and hands it over at its
 * edge; the loop encodes and writes it; a stream among it is written by a worker, and what comes after it waits.
 */
final class Sending {
    private static final int CHUNK_BYTES = 256 << 10;
    private static final int CHUNK_BYTES_MIN = 512;

    private final PeerSockets sockets;
    private final Channel channel;
    private final Executor workers;
    private final PeerLimits limits;
    private final Consumer<String> broken;

    /** The core's alone. */
    private List<Outgoing> batch = new ArrayList<>();

    /** Handed over, and not yet taken by the socket. */
    private final AtomicLong waitingBytes = new AtomicLong();

    // the loop's alone
    private final Deque<Outgoing> queue = new ArrayDeque<>();
    private boolean streaming;
    private long progressNanos;

    /** @param broken told, on any thread, why the connection cannot go on */
    Sending(PeerSockets sockets, Channel channel, Executor workers, PeerLimits limits, Consumer<String> broken) {
        this.sockets = sockets;
        this.channel = channel;
        this.workers = workers;
        this.limits = limits;
        this.broken = broken;
    }

    // ---- the core

    /** @return whether it is the first of a batch */
    boolean add(Outgoing outgoing) {
        batch.add(outgoing);
        return batch.size() == 1;
    }

    void flush() {
        List<Outgoing> full = batch;
        batch = new ArrayList<>();
        long bytes = 0;
        for (Outgoing outgoing : full) {
            bytes += outgoing.bytes();
        }
        if (waitingBytes.addAndGet(bytes) > limits.waitingBytesMax()) {
            broken.accept("more than " + limits.waitingBytesMax() + " bytes wait to be sent");
        } else {
            sockets.execute(() -> write(full));
        }
    }

    // ---- the loop

    private void write(List<Outgoing> full) {
        if (!channel.isActive()) {
            return;
        }
        queue.addAll(full);
        drain();
    }

    /** Encodes and writes what may go now. */
    void drain() {
        ByteBuf chunk = null;
        long chunkWaited = 0;
        while (!streaming && channel.isWritable() && !queue.isEmpty()) {
            Outgoing next = queue.pollFirst();
            if (next instanceof Outgoing.Message message) {
                chunk = chunk == null ? channel.alloc().buffer(CHUNK_BYTES_MIN) : chunk;
                message.encode(chunk);
                chunkWaited += message.bytes();
                if (chunk.readableBytes() >= CHUNK_BYTES) {
                    send(chunk, chunkWaited);
                    chunk = null;
                    chunkWaited = 0;
                }
            } else if (next instanceof Outgoing.Stream stream) {
                streaming = true;
                waitingBytes.addAndGet(-stream.bytes());
                workers.execute(() -> run(stream));
            }
        }
        if (chunk != null) {
            send(chunk, chunkWaited);
        }
        channel.flush();
    }

    private void send(ByteBuf chunk, long waited) {
        if (channel.unsafe().outboundBuffer() == null
                || channel.unsafe().outboundBuffer().isEmpty()) {
            progressNanos = System.nanoTime();
        }
        channel.write(chunk).addListener(written -> {
            waitingBytes.addAndGet(-waited);
            progressNanos = System.nanoTime();
        });
    }

    /** Whether the other side has taken nothing for too long. A stream sees to itself. */
    boolean isStalled() {
        return !streaming
                && channel.unsafe().outboundBuffer() != null
                && !channel.unsafe().outboundBuffer().isEmpty()
                && System.nanoTime() - progressNanos > TimeUnit.MILLISECONDS.toNanos(limits.stallMs());
    }

    // ---- a worker

    private void run(Outgoing.Stream stream) {
        BulkStream out = new BulkStream(sockets, channel, limits.stallMs());
        try {
            stream.writeTo(out);
            out.flush();
            sockets.execute(this::streamed);
        } catch (Exception e) {
            // of the source, the log or the connection: whatever it is, the other side cannot go on from here
            out.discard();
            broken.accept("sending what it misses failed: " + e.getMessage());
        }
    }

    private void streamed() {
        streaming = false;
        progressNanos = System.nanoTime();
        drain();
    }
}
