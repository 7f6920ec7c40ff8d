package io.lyrebird.perf.load;

import io.lyrebird.wire.Check;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The connections of one event loop, and the run they are in. Everything here happens on that event loop, except where
 * it is said. Times are nanoseconds since the generator began.
 */
final class LoadLoop {
    /** How long a paced loop sleeps at least: what becomes due meanwhile goes out together. */
    private static final long PACE_NANOS_MIN = 20_000;

    private final EventLoop eventLoop;
    private final LongSupplier clock;
    private final List<LoadConnection> connections = new ArrayList<>();
    private final CompletableFuture<Void> allClosed = new CompletableFuture<>();
    private CompletableFuture<Void> allConnected;
    private CompletableFuture<Void> running;
    private int connectedCount;
    private int closedCount;
    private boolean pinging;
    private long readNanos;
    private Tally tally = Tally.ofAll();
    private long endNanos;
    private OpenLoopSchedule schedule;
    private int nextConnection;
    private int inFlightCount;
    private boolean sending;
    private boolean closing;
    private LongConsumer notifications = nowNanos -> {};

    LoadLoop(EventLoop eventLoop, LongSupplier clock) {
        this.eventLoop = eventLoop;
        this.clock = clock;
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    long nowNanos() {
        return clock.getAsLong();
    }

    /** The sessions of these connections are there when the future ends. Any thread; at most once. */
    CompletableFuture<Void> expect(List<LoadConnection> expected) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        eventLoop.execute(() -> {
            allConnected = future;
            connections.addAll(expected);
            if (connections.isEmpty()) {
                future.complete(null);
                allClosed.complete(null);
            }
        });
        return future;
    }

    void connected(LoadConnection connection) {
        connectedCount++;
        if (!pinging) {
            pinging = true;
            int everyMs = Math.max(1, connection.pingEveryMs());
            eventLoop.scheduleAtFixedRate(this::ping, everyMs, everyMs, TimeUnit.MILLISECONDS);
        }
        if (connectedCount == connections.size()) {
            allConnected.complete(null);
        }
    }

    /** Who hears of a watch event, with the time it was read. Any thread. */
    CompletableFuture<Void> onNotification(LongConsumer listener) {
        return CompletableFuture.runAsync(() -> notifications = listener, eventLoop);
    }

    /**
     * Starts a run. The future ends when the last answer has come, which may be long after the end of sending. A workload
     * that has no more to ask ends the part of its connection. Any thread.
     */
    CompletableFuture<Void> run(
            List<Workload> workloads, Pacing pacing, OpenLoopSchedule due, Tally counted, long end) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        eventLoop.execute(() -> begin(workloads, pacing, due, counted, end, future));
        return future;
    }

    private void begin(
            List<Workload> workloads,
            Pacing pacing,
            OpenLoopSchedule due,
            Tally counted,
            long end,
            CompletableFuture<Void> future) {
        Check.that(running == null, "a run begins while another is on");
        Check.that(workloads.size() == connections.size(), "not one workload to each connection");
        running = future;
        tally = counted;
        endNanos = end;
        schedule = due;
        sending = true;
        for (int i = 0; i < connections.size(); i++) {
            connections.get(i).workload = workloads.get(i);
        }
        if (pacing instanceof Pacing.Closed closed) {
            connections.forEach(connection -> fillWindow(connection, closed.window()));
            endIfIdle();
        } else {
            pace();
        }
    }

    private void fillWindow(LoadConnection connection, int window) {
        for (int i = 0; i < window && ask(connection, nowNanos()); i++) {
            // The request is in the batch.
        }
        connection.flush();
    }

    private boolean ask(LoadConnection connection, long startNanos) {
        boolean asked = connection.ask(startNanos);
        if (asked) {
            inFlightCount++;
        }
        return asked;
    }

    /** Sends what is due and comes back when the next is. */
    private void pace() {
        if (!sending) {
            return;
        }
        long now = nowNanos();
        while (schedule.isDue(now) && sending) {
            if (schedule.nextDueNanos() >= endNanos) {
                sending = false;
                break;
            }
            LoadConnection connection = nextThatCanAsk();
            if (connection == null) {
                // All are full: what is due stays due, and goes out when answers have come.
                break;
            }
            ask(connection, schedule.take());
        }
        connections.forEach(LoadConnection::flush);
        if (sending) {
            long waitNanos = Math.max(PACE_NANOS_MIN, schedule.nextDueNanos() - nowNanos());
            eventLoop.schedule(this::pace, waitNanos, TimeUnit.NANOSECONDS);
        } else {
            endIfIdle();
        }
    }

    private LoadConnection nextThatCanAsk() {
        for (int tried = 0; tried < connections.size(); tried++) {
            LoadConnection connection = connections.get(nextConnection);
            nextConnection = nextConnection + 1 == connections.size() ? 0 : nextConnection + 1;
            if (connection.canAsk()) {
                return connection;
            }
        }
        return null;
    }

    /** One time for all that is read at once: it all had arrived by then. */
    void readBegins() {
        readNanos = nowNanos();
    }

    void answered(LoadConnection connection, Operation operation, long startNanos, int error) {
        inFlightCount--;
        tally.answered(operation, startNanos, readNanos, error);
        if (schedule == null && sending && readNanos < endNanos) {
            ask(connection, readNanos);
        }
        endIfIdle();
    }

    private void endIfIdle() {
        if (inFlightCount == 0 && running != null && (schedule == null || !sending)) {
            end();
        }
    }

    private void end() {
        CompletableFuture<Void> ended = running;
        running = null;
        sending = false;
        schedule = null;
        if (ended != null) {
            ended.complete(null);
        }
    }

    /**
     * Stops waiting for answers: what has none took at least until now. The connections are of no use after it. Any
     * thread.
     */
    CompletableFuture<Void> giveUp() {
        return CompletableFuture.runAsync(
                () -> {
                    sending = false;
                    long now = nowNanos();
                    for (LoadConnection connection : connections) {
                        InFlight inFlight = connection.inFlight();
                        while (!inFlight.isEmpty()) {
                            tally.unanswered(inFlight.oldestOperation(), inFlight.oldestStartNanos(), now);
                            inFlight.removeOldest();
                        }
                        connection.abandon();
                    }
                    end();
                },
                eventLoop);
    }

    void notified() {
        notifications.accept(readNanos);
    }

    private void ping() {
        if (!closing) {
            long now = nowNanos();
            connections.forEach(connection -> connection.pingIfIdle(now));
        }
    }

    /** Ends all sessions; the future ends when all connections are closed. Any thread. */
    CompletableFuture<Void> close() {
        eventLoop.execute(() -> {
            closing = true;
            connections.forEach(LoadConnection::close);
        });
        return allClosed;
    }

    void closed(LoadConnection connection) {
        closedCount++;
        if (!connection.isClosing()) {
            failed(new IOException("the server closed a connection"));
        }
        if (closedCount == connections.size()) {
            allClosed.complete(null);
        }
    }

    void failed(Throwable cause) {
        sending = false;
        if (allConnected != null) {
            allConnected.completeExceptionally(cause);
        }
        if (running != null) {
            running.completeExceptionally(cause);
        }
    }
}
