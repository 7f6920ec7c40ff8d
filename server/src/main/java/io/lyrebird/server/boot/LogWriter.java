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
import io.lyrebird.zab.Input;
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

    private record Truncate(long zxid) implements Work {}

    private record Install(Snapshot snapshot) implements Work {}

    /** A leader's snapshot, to take the place of image and log. */
    interface Snapshot {
        /**
         * Makes it durable.
         *
         * @param logBaseZxid the txn before the first that the log has
         */
        void install(long logBaseZxid) throws StoreException;

        long zxid();

        /** It is done, and nothing after it has been begun. */
        void installed();
    }

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

    /** What the log has begins after this zxid, as Zab knows it too. The writer's thread alone uses it. */
    private long logBaseZxid;

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

    /** @param baseZxid the txn before the first that the log has */
    void start(long baseZxid) {
        logBaseZxid = baseZxid;
        thread.start();
    }

    /** For the core's thread, as are the next three. */
    void append(long zxid, byte[] txn) {
        gathering.add(new Append(zxid, txn));
    }

    void truncate(long zxid) {
        gathering.add(new Truncate(zxid));
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
        handOver(new DropBefore(zxid));
    }

    /** For any thread; after all that the core has asked for by the end of its last batch. */
    void install(Snapshot snapshot) {
        handOver(new Install(snapshot));
    }

    private void handOver(Work work) {
        synchronized (handOver) {
            waiting.add(work);
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
                dropLog(drop.zxid());
            } else if (work instanceof Truncate truncate) {
                makeDurable(appendedZxid, appended);
                appended = 0;
                store.log().truncateAfter(truncate.zxid());
                core.submit(new CoreInput.FromZab(new Input.Truncated(truncate.zxid())));
            } else if (work instanceof Install install) {
                makeDurable(appendedZxid, appended);
                appended = 0;
                install.snapshot().install(logBaseZxid);
                logBaseZxid = install.snapshot().zxid();
                install.snapshot().installed();
            } else {
                Check.that(false, "the log writer was asked for something it cannot do");
            }
        }
        makeDurable(appendedZxid, appended);
    }

    /** An engine may keep more than it was asked to: what it really has is of use to learners. */
    private void dropLog(long askedZxid) throws StoreException {
        // A snapshot may have taken the place of the image since this was asked for.
        long zxid = Math.min(askedZxid, store.image().durableZxid() + 1);
        store.log().dropBefore(zxid);
        long droppedZxid = Math.min(store.log().firstZxid(), zxid) - 1;
        if (droppedZxid > logBaseZxid) {
            logBaseZxid = droppedZxid;
            core.submit(new CoreInput.FromZab(new Input.LogDropped(droppedZxid)));
        }
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
