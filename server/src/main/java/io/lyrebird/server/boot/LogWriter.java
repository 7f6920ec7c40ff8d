package io.lyrebird.server.boot;

import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.wire.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * The thread that makes things durable. Whatever was handed over while it was busy becomes one group with one sync, so
 * that the disk sets the pace and not the number of requests. It decides nothing: work is done in the order in which the
 * core asked for it, and the core is told what is on disk.
 */
final class LogWriter implements AutoCloseable {
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

    private final Store store;
    private final boolean syncBeforeAcknowledge;
    private final CoreInbox core;
    private final Thread thread = new Thread(this::run, "log-writer");
    private final Object handOver = new Object();

    /** The core's thread gathers here what one of its batches asks for. */
    private List<Work> gathering = new ArrayList<>();

    /** Guarded by handOver, as is closed. */
    private List<Work> waiting = new ArrayList<>();

    private boolean closed;

    /**
     * @param syncBeforeAcknowledge false gives up durability for speed ({@code forceSync=no})
     * @param onFailure stops the process: after a failed write nothing may be acknowledged any more
     */
    LogWriter(Store store, boolean syncBeforeAcknowledge, CoreInbox core, Thread.UncaughtExceptionHandler onFailure) {
        this.store = store;
        this.syncBeforeAcknowledge = syncBeforeAcknowledge;
        this.core = core;
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
        for (Work work : group) {
            if (work instanceof Append append) {
                store.log().append(append.zxid(), append.txn());
                appendedZxid = append.zxid();
            } else if (work instanceof SaveEpochs epochs) {
                makeDurable(appendedZxid);
                appendedZxid = 0;
                EpochRegisters.save(store.registers(), epochs.acceptedEpoch(), epochs.currentEpoch());
                core.submit(new CoreInput.EpochsDurable(epochs.acceptedEpoch(), epochs.currentEpoch()));
            } else {
                Check.that(false, "the log writer was asked for something it cannot do");
            }
        }
        makeDurable(appendedZxid);
    }

    private void makeDurable(long appendedZxid) throws StoreException {
        if (appendedZxid == 0) {
            return;
        }
        if (syncBeforeAcknowledge) {
            store.log().sync();
            core.submit(new CoreInput.Durable(appendedZxid));
        } else {
            core.submit(new CoreInput.Durable(appendedZxid));
            store.log().sync();
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
