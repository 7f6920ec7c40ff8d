package io.lyrebird.server.boot;

import io.lyrebird.server.config.ServerConfig.LogSettings;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.data.EpochRegisters;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.wire.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes things durable. Whatever was handed over while it was busy becomes one group with one sync, so
 * that the disk sets the pace and not the number of requests. It decides nothing: work is done in the order in which the
 * core asked for it, and the core is told what is on disk.
 */
final class LogWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);

    /** One thing to be done to the disk. */
    private sealed interface Work {}

    private record Append(long zxid, byte[] txn) implements Work {}

    /** The log can no longer be written: the process stops. */
    static final class LogFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        LogFailure(StoreException cause) {
            super(cause);
        }
    }

    private record SaveEpochs(long acceptedEpoch, long currentEpoch) implements Work {}

    private record DropBefore(long zxid) implements Work {}

    private final Store store;
    private final LogSettings settings;
    private final CoreInbox core;
    private final Recorder recorder;
    private final Thread thread = new Thread(this::run, "log-writer");
    private final Object handOver = new Object();

    /** The core's thread gathers here what one of its batches asks for. */
    private List<Work> gathering = new ArrayList<>();

    /** Guarded by handOver, as is closed. */
    private List<Work> waiting = new ArrayList<>();

    private boolean closed;

    /**
     * @param recorder of this writer's thread
     * @param onFailure stops the process: after a failed write nothing may be acknowledged any more
     */
    LogWriter(
            Store store,
            LogSettings settings,
            CoreInbox core,
            Recorder recorder,
            Thread.UncaughtExceptionHandler onFailure) {
        this.store = store;
        this.settings = settings;
        this.core = core;
        this.recorder = recorder;
        thread.setUncaughtExceptionHandler(onFailure);
    }

    void start() {
        thread.start();
    }

    /** For the core's thread, as are the next two. */
    void append(long zxid, byte[] txn) {
        gathering.add(new Append(zxid, txn));
    }

    void saveEpochs(long acceptedEpoch, long currentEpoch) {
        gathering.add(new SaveEpochs(acceptedEpoch, currentEpoch));
    }

    /** Hands over what has been gathered; the core calls it at the edge of each of its batches. */
    void flush() {
        if (gathering.isEmpty()) {
            return;
        }
        synchronized (handOver) {
            if (waiting.isEmpty()) {
                List<Work> empty = waiting;
                waiting = gathering;
                gathering = empty;
                handOver.notify();
            } else {
                waiting.addAll(gathering);
                gathering.clear();
            }
        }
    }

    /** The image can do without the entries before this zxid. For any thread. */
    void dropBefore(long zxid) {
        synchronized (handOver) {
            waiting.add(new DropBefore(zxid));
            handOver.notify();
        }
    }

    private void run() {
        List<Work> group = new ArrayList<>();
        try {
            while (true) {
                synchronized (handOver) {
                    while (waiting.isEmpty() && !closed) {
                        handOver.wait();
                    }
                    if (waiting.isEmpty()) {
                        return;
                    }
                    List<Work> empty = group;
                    group = waiting;
                    waiting = empty;
                }
                perform(group);
                group.clear();
            }
        } catch (StoreException e) {
            throw new LogFailure(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the log writer was interrupted", e);
        }
    }

    private void perform(List<Work> group) throws StoreException {
        long appendedZxid = 0;
        int appended = 0;
        for (Work work : group) {
            if (work instanceof Append append) {
                store.log().append(append.zxid(), append.txn());
                appendedZxid = append.zxid();
                appended++;
            } else if (work instanceof SaveEpochs epochs) {
                makeDurable(appendedZxid, appended);
                appended = 0;
                EpochRegisters.save(store.registers(), epochs.acceptedEpoch(), epochs.currentEpoch());
                core.submit(new CoreInput.EpochsDurable(epochs.acceptedEpoch(), epochs.currentEpoch()));
            } else if (work instanceof DropBefore drop) {
                store.log().dropBefore(drop.zxid());
            } else {
                Check.that(false, "the log writer was asked for something it cannot do");
            }
        }
        makeDurable(appendedZxid, appended);
    }

    private void makeDurable(long appendedZxid, int appended) throws StoreException {
        if (appended == 0) {
            return;
        }
        recorder.count(Counter.LOGGED_TXNS, appended);
        recorder.record(Distribution.LOG_BATCH_SIZE, appended);
        if (settings.forceSync()) {
            sync();
            core.submit(new CoreInput.Durable(appendedZxid));
        } else {
            core.submit(new CoreInput.Durable(appendedZxid));
            sync();
        }
    }

    private void sync() throws StoreException {
        long startNanos = System.nanoTime();
        store.log().sync();
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        recorder.record(Distribution.FSYNC_TIME, tookMs);
        if (tookMs > settings.fsyncWarningMs()) {
            LOG.warn("A sync of the log took {} ms: every write waits for it. Is the disk too slow or shared?", tookMs);
        }
    }

    /** Finishes what was handed over, then ends. */
    @Override
    public void close() {
        synchronized (handOver) {
            closed = true;
            handOver.notify();
        }
        Joining.join(thread);
    }
}
