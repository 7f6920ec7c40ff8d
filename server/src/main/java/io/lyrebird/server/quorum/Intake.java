package io.lyrebird.server.quorum;

import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.zab.Input;
import java.util.concurrent.Executor;

/**
 * Hands what comes from one connection to the core, and knows how much of it the core has not got to: a mark is sent
 * along from time to time, and comes back when its turn has come. On the connection's loop.
 */
final class Intake {
    private static final int BYTES_MAX = 8 << 20;
    private static final int MARK_BYTES = 256 << 10;
    /** What an input takes besides its data. */
    private static final int INPUT_BYTES = 100;

    private final CoreInbox core;
    private final Executor loop;
    private final Runnable changed;
    private long outstandingBytes;
    private int unmarkedBytes;

    /** @param changed called when {@link #isFull} may have become false */
    Intake(CoreInbox core, Executor loop, Runnable changed) {
        this.core = core;
        this.loop = loop;
        this.changed = changed;
    }

    void submit(Input input, int bytes) {
        core.submit(new CoreInput.FromZab(input));
        unmarkedBytes += bytes + INPUT_BYTES;
        outstandingBytes += bytes + INPUT_BYTES;
        if (unmarkedBytes >= MARK_BYTES) {
            int marked = unmarkedBytes;
            unmarkedBytes = 0;
            core.submit(new CoreInput.Inspect(() -> loop.execute(() -> handled(marked))));
        }
    }

    /** Nothing more should be read from the connection for now. */
    boolean isFull() {
        return outstandingBytes >= BYTES_MAX;
    }

    private void handled(int bytes) {
        boolean wasFull = isFull();
        outstandingBytes -= bytes;
        if (wasFull && !isFull()) {
            changed.run();
        }
    }
}
