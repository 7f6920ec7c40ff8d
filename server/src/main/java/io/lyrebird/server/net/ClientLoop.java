package io.lyrebird.server.net;

import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.server.request.ReadContext;
import io.lyrebird.server.watch.Deliveries;
import io.lyrebird.server.watch.FanOut;
import io.lyrebird.server.watch.WatchTable;
import io.lyrebird.wire.Check;
import io.lyrebird.wire.client.EventType;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jctools.queues.MpscUnboundedArrayQueue;

/** One event loop and what its connections share. Everything here belongs to its thread, but for the outbox. */
final class ClientLoop {
    /** What the core has for a connection. */
    interface Delivery {
        void deliver();
    }

    /** Requests leave the core on other loops too, which do not tell. */
    private static final int ROOM_CHECK_MS = 1;

    private static final int OUTBOX_CHUNK = 512;
    private static final int EVENTS_PER_TURN = 512;
    private static final long EVENTS_WAITING_MAX = 4_000_000;

    private final int slot;
    private final EventExecutor executor;
    private final PhaseLock phases;
    private final ClientServices services;
    private final BufferBudget budget;
    private final BoundedLog log;
    private final LongSupplier nanoClock;
    private final MpscUnboundedArrayQueue<Object> outbox = new MpscUnboundedArrayQueue<>(OUTBOX_CHUNK);
    private final AtomicBoolean wakeScheduled = new AtomicBoolean();
    private final WatchTable watches;
    private final Deliveries events = new Deliveries(EVENTS_PER_TURN, EVENTS_WAITING_MAX);
    private final ReadContext readContext;
    private final Recorder recorder;
    private final Set<Connection> connections = new LinkedHashSet<>();
    /** Connections with something to write at the end of the turn. */
    private final List<Connection> dirty = new ArrayList<>();
    /** Connections whose held requests can go on. */
    private final Deque<Connection> resumable = new ArrayDeque<>();
    /** Connections that have to get somewhere before their deadline: to a session, or to their end. */
    private final Deque<Connection> deadlines = new ArrayDeque<>();

    /** Connections whose next request waits until the core has fewer bytes of others. */
    private final List<Connection> waitingForRoom = new ArrayList<>();

    private final AtomicBoolean shedScheduled = new AtomicBoolean();

    /** Of answers that the core has left in the outbox. */
    private final AtomicLong answerBytes = new AtomicLong();

    private long heldBytes;
    private boolean deadlineCheckScheduled;
    private long[] touched = new long[16];
    private int touchedCount;
    private int touchRound = 1;
    private boolean inReadPhase;
    private long nowNanos;

    ClientLoop(
            int slot,
            EventExecutor executor,
            PhaseLock phases,
            ClientServices services,
            BufferBudget budget,
            BoundedLog log,
            LongSupplier nanoClock,
            long hashSeed) {
        this.slot = slot;
        this.executor = executor;
        this.phases = phases;
        this.services = services;
        this.budget = budget;
        this.log = log;
        this.nanoClock = nanoClock;
        watches = new WatchTable(hashSeed, this::post);
        readContext = new ReadContext(
                services.tree(), services.authorizer(), services.limits().multiReadBytesMax());
        recorder = services.metrics().newRecorder();
    }

    ClientServices services() {
        return services;
    }

    BoundedLog log() {
        return log;
    }

    WatchTable watches() {
        return watches;
    }

    ReadContext readContext() {
        return readContext;
    }

    Recorder recorder() {
        return recorder;
    }

    boolean runsOn(EventExecutor other) {
        return executor == other;
    }

    Set<Connection> connections() {
        return connections;
    }

    /** Does something on the loop's thread. A failure there is a broken invariant: it is not left to the event loop. */
    void execute(Runnable task) {
        executor.execute(() -> run(task));
    }

    private void schedule(Runnable task, long delayMs) {
        executor.schedule(() -> run(task), delayMs, TimeUnit.MILLISECONDS);
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            services.onBrokenInvariant().uncaughtException(Thread.currentThread(), e);
        }
    }

    // --- the outbox

    /** Leaves something for the loop: a {@link Delivery} or a {@link FanOut}. By the core. */
    void post(Object item) {
        outbox.offer(item);
        if (!phases.isWriting()) {
            wake();
        }
    }

    /** Makes the loop look at its outbox, if there is something in it. */
    void wakeIfPosted() {
        if (!outbox.isEmpty()) {
            wake();
        }
    }

    private void wake() {
        if (!wakeScheduled.get() && wakeScheduled.compareAndSet(false, true)) {
            execute(this::awake);
        }
    }

    private void awake() {
        wakeScheduled.set(false);
        beginTurn();
        enterReadPhase();
        try {
            events.turn();
        } finally {
            leaveReadPhase();
        }
        endTurn();
        if (!events.isEmpty() && wakeScheduled.compareAndSet(false, true)) {
            // Scheduled and not executed: what is executed runs before the loop looks at its sockets again.
            schedule(this::awake, 0);
        }
    }

    // --- read phases

    boolean inReadPhase() {
        return inReadPhase;
    }

    /** Begins a read phase, in which everything that the core has left is delivered first. */
    void enterReadPhase() {
        Check.that(!inReadPhase, "a read phase does not nest");
        phases.enterRead(slot);
        inReadPhase = true;
        Object item;
        while ((item = outbox.poll()) != null) {
            if (item instanceof FanOut event) {
                recorder.record(watchersOf(event.eventType()), event.watcherCount());
                events.accept(event);
            } else {
                ((Delivery) item).deliver();
            }
        }
    }

    private static Distribution watchersOf(int eventType) {
        return switch (eventType) {
            case EventType.NODE_CREATED -> Distribution.NODE_CREATED_WATCHERS;
            case EventType.NODE_DELETED -> Distribution.NODE_DELETED_WATCHERS;
            case EventType.NODE_DATA_CHANGED -> Distribution.NODE_CHANGED_WATCHERS;
            default -> Distribution.NODE_CHILDREN_WATCHERS;
        };
    }

    void leaveReadPhase() {
        inReadPhase = false;
        phases.exitRead(slot);
    }

    /** Looks something up in a read phase of its own. */
    <T> T inReadPhase(Supplier<T> look) {
        enterReadPhase();
        try {
            return look.get();
        } finally {
            leaveReadPhase();
            endTurn();
        }
    }

    /** Whether the read phase should end soon, since the core waits to write. */
    boolean shouldLeaveReadPhase() {
        return phases.writerWaits();
    }

    /** Sends a connection the events that are on their way to it; before anything else is sent to it. */
    void settleEvents(Connection connection) {
        events.settle(connection.watches());
    }

    // --- the turn: connections flush once, at its end

    /** The time of this turn, on a clock that never goes back. */
    long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos);
    }

    void beginTurn() {
        nowNanos = nanoClock.getAsLong();
    }

    void markDirty(Connection connection) {
        dirty.add(connection);
    }

    void resumeLater(Connection connection) {
        resumable.add(connection);
    }

    /** Serves what could not be served before, and flushes every connection that has something to say. */
    void endTurn() {
        Connection next;
        while ((next = resumable.poll()) != null) {
            next.resume();
        }
        for (int i = 0; i < dirty.size(); i++) {
            dirty.get(i).flush();
        }
        dirty.clear();
    }

    /** A turn in which one thing is done. */
    void turn(Runnable action) {
        beginTurn();
        action.run();
        endTurn();
    }

    /** Sends what the core has left, and ends every connection. */
    void endConnections() {
        turn(() -> {
            enterReadPhase();
            leaveReadPhase();
            connections.forEach(Connection::end);
        });
    }

    // --- memory

    /** A connection holds that much more in its buffers, or less. */
    void held(long difference) {
        heldBytes += difference;
        budget.change(difference);
    }

    /** Whether there is no memory for answers. */
    boolean isShort() {
        return budget.isExceeded();
    }

    /** Has the loop give up connections if it holds too much. By any thread. */
    void shedSoon() {
        if (shedScheduled.compareAndSet(false, true)) {
            execute(this::shed);
        }
    }

    private void shed() {
        shedScheduled.set(false);
        turn(() -> {
            connections.forEach(Connection::measure);
            long excess = budget.excess(heldBytes);
            if (excess > 0) {
                giveUp(excess);
            }
        });
    }

    private void giveUp(long excess) {
        List<Connection> largestFirst = new ArrayList<>(connections);
        largestFirst.sort(Comparator.comparingLong(Connection::heldBytes).reversed());
        long left = excess;
        for (int i = 0; i < largestFirst.size() && left > 0; i++) {
            left -= largestFirst.get(i).heldBytes();
            largestFirst.get(i).giveUp();
        }
    }

    /** Whether there is room for another answer in the outbox, which counts from now on. By the core. */
    boolean takesAnswer(int bytes) {
        if (answerBytes.get() > services.limits().outstandingBytesMax()) {
            return false;
        }
        answerBytes.addAndGet(bytes);
        return true;
    }

    void answerTaken(int bytes) {
        answerBytes.addAndGet(-bytes);
    }

    /** Has the connection resumed when the core may take more. */
    void waitForRoom(Connection connection) {
        waitingForRoom.add(connection);
        if (waitingForRoom.size() == 1) {
            schedule(this::tryAgain, ROOM_CHECK_MS);
        }
    }

    private void tryAgain() {
        List<Connection> waiting = List.copyOf(waitingForRoom);
        waitingForRoom.clear();
        turn(() -> waiting.forEach(Connection::resume));
    }

    // --- sessions that were heard of

    /** A round that changes with each report to the core: a connection is reported once in each. */
    int touchRound() {
        return touchRound;
    }

    void touch(long sessionId) {
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, 2 * touchedCount);
        }
        touched[touchedCount++] = sessionId;
        if (touchedCount == 1) {
            schedule(this::reportTouched, services.limits().touchIntervalMs());
        }
    }

    private void reportTouched() {
        services.inbox().submit(new CoreInput.Touched(Arrays.copyOf(touched, touchedCount)));
        touchedCount = 0;
        touchRound++;
    }

    // --- deadlines

    /** Has the connection asked {@link Connection#onDeadline} when its deadline has passed. */
    void watchDeadline(Connection connection) {
        deadlines.add(connection);
        if (!deadlineCheckScheduled) {
            scheduleDeadlineCheck();
        }
    }

    private void scheduleDeadlineCheck() {
        deadlineCheckScheduled = true;
        long intervalMs = Math.max(1, services.limits().sessionlessTimeoutMs() / 10);
        schedule(this::checkDeadlines, intervalMs);
    }

    private void checkDeadlines() {
        deadlineCheckScheduled = false;
        beginTurn();
        deadlines.removeIf(connection -> connection.passedDeadline(nowMs()));
        if (!deadlines.isEmpty()) {
            scheduleDeadlineCheck();
        }
    }
}
