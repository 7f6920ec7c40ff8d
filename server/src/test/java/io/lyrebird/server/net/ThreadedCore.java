package io.lyrebird.server.net;

import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.tree.Tree;
import java.util.concurrent.LinkedBlockingQueue;

/** The {@link FakeCore} on a thread of its own, which lets every write through in batches, as they come. */
final class ThreadedCore implements CoreInbox {
    private static final int BATCH_MAX = 64;

    final FakeCore core;
    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "core");
    private volatile boolean closed;

    ThreadedCore(Tree tree, PhaseLock phases) {
        core = new FakeCore(tree, phases);
        thread.start();
    }

    @Override
    public void submit(CoreInput input) {
        inbox.add(() -> core.submit(input));
    }

    /** Does something on the core's thread. */
    void execute(Runnable task) {
        inbox.add(task);
    }

    private void run() {
        try {
            while (!closed) {
                inbox.take().run();
                for (int i = 1; i < BATCH_MAX && !inbox.isEmpty(); i++) {
                    inbox.take().run();
                }
                core.commitAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stop() throws InterruptedException {
        closed = true;
        thread.interrupt();
        thread.join();
    }
}
