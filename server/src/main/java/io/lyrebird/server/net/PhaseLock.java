package io.lyrebird.server.net;

import io.lyrebird.wire.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of the phase-locked tree: many read phases at a time, one per client loop, or one write phase.
 *
 * <p>Each loop has a slot of its own, on a cache line of its own, so that loops never write to the same memory and
 * entering a read phase costs one fenced store. The one writer takes all slots, once a batch.
 *
 * <p>Nobody starves. A writer that wants in blocks new read phases at once; a reader that gave up spinning and parked
 * during a write phase is let in when that phase ends, before the next one can begin.
 *
 * <p>Everything done in a write phase happens before the read phases that follow it, and the other way round.
 */
public final class PhaseLock {
    /** Nobody in this slot. */
    private static final int OUT = 0;
    /** In a read phase. */
    private static final int IN = 1;
    /** Parked until the write phase ends; the writer moves the slot to IN before it wakes the reader. */
    private static final int PARKED = 2;

    private static final int SPINS = 200;
    private static final int INTS_PER_SLOT = 32;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle WRITER;

    static {
        try {
            WRITER = MethodHandles.lookup().findVarHandle(PhaseLock.class, "writer", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** No write phase, and none wanted. */
    private static final int NONE = 0;
    /** A write phase, or a writer that waits for the read phases to end. */
    private static final int WRITING = 1;
    /** As WRITING, and the writer sleeps: the last reader to leave wakes it. */
    private static final int WRITER_PARKED = 2;

    private final int slots;
    private final int[] slotStates;
    private final Thread[] readers;
    private Thread writerThread;
    private boolean writing;
    private Runnable afterWrite = () -> {};

    @SuppressWarnings("unused") // used through WRITER
    private volatile int writer;

    /** @param slots one for each client loop */
    public PhaseLock(int slots) {
        Check.that(slots > 0, "a phase lock has at least one slot");
        this.slots = slots;
        // One slot's distance at both ends keeps other objects' fields off the lines of the first and last slot.
        slotStates = new int[(slots + 2) * INTS_PER_SLOT];
        readers = new Thread[slots];
    }

    int slots() {
        return slots;
    }

    private static int index(int slot) {
        return (slot + 1) * INTS_PER_SLOT;
    }

    /** Begins a read phase. Only one thread uses a slot, and a read phase does not nest. */
    void enterRead(int slot) {
        int index = index(slot);
        SLOT.setVolatile(slotStates, index, IN);
        if ((int) WRITER.getVolatile(this) != NONE) {
            enterAfterWriter(slot, index);
        }
    }

    private void enterAfterWriter(int slot, int index) {
        leave(index);
        for (int spin = 0; spin < SPINS; spin++) {
            if ((int) WRITER.getVolatile(this) == NONE) {
                SLOT.setVolatile(slotStates, index, IN);
                if ((int) WRITER.getVolatile(this) == NONE) {
                    return;
                }
                leave(index);
            }
            Thread.onSpinWait();
        }
        readers[slot] = Thread.currentThread();
        while (true) {
            SLOT.setVolatile(slotStates, index, PARKED);
            wakeWriterIfParked();
            if ((int) WRITER.getVolatile(this) != NONE || !SLOT.compareAndSet(slotStates, index, PARKED, IN)) {
                break; // the end of this write phase finds the slot parked, or found it already
            }
            // The phase had ended before the slot said PARKED, so nobody comes to wake this thread: it lets itself in,
            // unless the next writer has passed over the parked slot meanwhile.
            if ((int) WRITER.getVolatile(this) == NONE) {
                return;
            }
        }
        while ((int) SLOT.getVolatile(slotStates, index) == PARKED) {
            LockSupport.park(this);
        }
    }

    /** Ends a read phase. */
    void exitRead(int slot) {
        leave(index(slot));
    }

    private void leave(int index) {
        SLOT.setVolatile(slotStates, index, OUT);
        wakeWriterIfParked();
    }

    private void wakeWriterIfParked() {
        if ((int) WRITER.getVolatile(this) == WRITER_PARKED) {
            LockSupport.unpark(writerThread);
        }
    }

    /** Whether a writer waits for the read phases to end; a long read phase looks now and then, and makes way. */
    boolean writerWaits() {
        return (int) WRITER.getOpaque(this) != NONE;
    }

    /** What to do after each {@link #writePhase}, when readers may go on; set before the first one. */
    void afterWrite(Runnable action) {
        afterWrite = action;
    }

    /** Does something in a write phase. One thread only. */
    public void writePhase(Runnable changes) {
        enterWrite();
        writing = true;
        try {
            changes.run();
        } finally {
            writing = false;
            exitWrite();
        }
        afterWrite.run();
    }

    /** Whether the calling thread, which must be the writer's, is inside {@link #writePhase}. */
    boolean isWriting() {
        return writing;
    }

    /** Begins the write phase: waits for the read phases under way, and lets no new one begin. One thread only. */
    void enterWrite() {
        writerThread = Thread.currentThread();
        WRITER.setVolatile(this, WRITING);
        for (int slot = 0; slot < slots; slot++) {
            awaitReader(index(slot));
        }
    }

    private void awaitReader(int index) {
        for (int spin = 0; spin < SPINS; spin++) {
            if ((int) SLOT.getVolatile(slotStates, index) != IN) {
                return;
            }
            Thread.onSpinWait();
        }
        WRITER.setVolatile(this, WRITER_PARKED);
        while ((int) SLOT.getVolatile(slotStates, index) == IN) {
            LockSupport.park(this);
        }
        WRITER.setVolatile(this, WRITING);
    }

    /** Ends the write phase and lets in whoever parked during it. */
    void exitWrite() {
        WRITER.setVolatile(this, NONE);
        for (int slot = 0; slot < slots; slot++) {
            int index = index(slot);
            if ((int) SLOT.getVolatile(slotStates, index) == PARKED
                    && SLOT.compareAndSet(slotStates, index, PARKED, IN)) {
                LockSupport.unpark(readers[slot]);
            }
        }
    }
}
