package io.lyrebird.server.boot;

import io.lyrebird.server.core.Core;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.core.Peers;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.server.net.PhaseLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * The one thread that runs the {@link Core}. It works in batches: take what has arrived, let the core handle it, hand the
 * new log entries to the log writer, and apply what is committed in one write phase.
 */
final class CoreThread implements CoreInbox, AutoCloseable {
    private static final int QUEUE_CHUNK = 1024;
    /** Bounds how long clients wait for a write phase behind a batch. */
    private static final int BATCH_MAX = 512;

    private final MpscUnboundedArrayQueue<CoreInput> inbox = new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);
    private final PhaseLock phases;
    private final Recorder recorder;
    private final long tickNanos;
    private final Thread thread = new Thread(this::run, "core");
    private Core core;
    private long serverId;
    private LogWriter logWriter;
    private Peers peers;
    private final CompletableFuture<Void> serving = new CompletableFuture<>();
    private volatile boolean idle;
    private volatile boolean closed;

    /** @param recorder of this thread */
    CoreThread(PhaseLock phases, Recorder recorder, long tickMs, Thread.UncaughtExceptionHandler onFailure) {
        this.phases = phases;
        this.recorder = recorder;
        this.tickNanos = TimeUnit.MILLISECONDS.toNanos(tickMs);
        thread.setUncaughtExceptionHandler(onFailure);
    }

    void start(Core core, long serverId, LogWriter logWriter, Peers peers) {
        this.core = core;
        this.serverId = serverId;
        this.logWriter = logWriter;
        this.peers = peers;
        thread.start();
    }

    @Override
    public void submit(CoreInput input) {
        inbox.offer(input);
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        setClock();
        core.start(serverId);
        long nextTick = System.nanoTime() + tickNanos;
        while (!closed) {
            setClock();
            if (System.nanoTime() - nextTick >= 0) {
                nextTick = System.nanoTime() + tickNanos;
                long expiredBefore = core.expiredSessions();
                core.handle(new CoreInput.Tick());
                recorder.count(Counter.SESSIONS_EXPIRED, core.expiredSessions() - expiredBefore);
            }
            int handled = handleBatch();
            flush();
            if (core.hasCommitted()) {
                phases.writePhase(core::applyCommitted);
                flush();
            }
            if (core.isServing()) {
                serving.complete(null);
            }
            if (handled == 0) {
                await(nextTick);
            }
        }
    }

    /** The disk first: what peers are told may have them answer at once. */
    private void flush() {
        logWriter.flush();
        peers.flush();
    }

    /** Returns when the core serves for the first time. */
    void awaitServing() {
        serving.join();
    }

    /** Asks something of what the core owns, and waits for the answer; not for the core's own thread or a client loop. */
    <T> T ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        submit(new CoreInput.Inspect(() -> answer.complete(question.get())));
        return answer.join();
    }

    private void setClock() {
        core.clock(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), System.currentTimeMillis());
    }

    private int handleBatch() {
        int handled = 0;
        int queued = inbox.size();
        if (queued > 0) {
            recorder.record(Distribution.CORE_QUEUE_SIZE, queued);
        }
        CoreInput input;
        while (handled < BATCH_MAX && (input = inbox.poll()) != null) {
            core.handle(input);
            handled++;
        }
        return handled;
    }

    private void await(long untilNanos) {
        idle = true;
        if (inbox.isEmpty() && !closed) {
            LockSupport.parkNanos(this, untilNanos - System.nanoTime());
        }
        idle = false;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        // A thread that was never started is not alive.
        Joining.join(thread);
    }
}
