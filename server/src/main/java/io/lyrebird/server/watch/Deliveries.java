package io.lyrebird.server.watch;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Delivers the events of one loop, in order, without ever holding up the loop for long: an event with very many watchers is
 * told to a few of them at a time, while others are served. Used by the loop, in read phases.
 *
 * <p>The order that clients rely on is kept per client: before anything else is sent to one, {@link #settle} sends the
 * events that are on their way to it.
 */
public final class Deliveries {
    /** Bounds what it costs to look for the events that are on their way to one client. */
    private static final int WAITING_EVENTS_MAX = 64;

    private final int perTurnMax;
    private final long waitingMax;
    /** Events on their way, by number. The first may have been told to some of its watchers. */
    private final Deque<FanOut> waiting = new ArrayDeque<>();

    private long waitingWatchers;
    private int place;
    private int turnBudget;
    private long lastNumber;

    /**
     * @param perTurnMax deliveries in one turn of the loop
     * @param waitingMax deliveries that may wait; beyond it the loop delivers without a break, which holds up the core
     */
    public Deliveries(int perTurnMax, long waitingMax) {
        this.perTurnMax = perTurnMax;
        this.waitingMax = waitingMax;
        turnBudget = perTurnMax;
    }

    /** Takes the next event. */
    public void accept(FanOut event) {
        event.number = ++lastNumber;
        int watchers = event.watcherCount();
        if (watchers <= turnBudget) {
            turnBudget -= watchers;
            deliverAll(event);
            return;
        }
        waiting.add(event);
        waitingWatchers += watchers;
        while (waitingWatchers > waitingMax || waiting.size() > WAITING_EVENTS_MAX) {
            deliver(perTurnMax);
        }
    }

    private void deliverAll(FanOut event) {
        for (int i = 0; i < event.places(); i++) {
            ConnectionWatches watcher = event.at(i);
            if (watcher != null) {
                settleWaiting(watcher);
                deliver(event, watcher);
            }
        }
    }

    private static void deliver(FanOut event, ConnectionWatches watcher) {
        if (!watcher.isGone()) {
            watcher.deliveredUpTo = event.number;
            event.deliverTo(watcher);
        }
    }

    /** Delivers all events that are on their way to this client. */
    public void settle(ConnectionWatches watcher) {
        if (watcher.deliveredUpTo != lastNumber) {
            settleWaiting(watcher);
            watcher.deliveredUpTo = lastNumber;
        }
    }

    private void settleWaiting(ConnectionWatches watcher) {
        if (waiting.isEmpty()) {
            return;
        }
        for (FanOut event : waiting) {
            if (event.number > watcher.deliveredUpTo && event.isFor(watcher)) {
                deliver(event, watcher);
            }
        }
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Begins a turn of the loop: some of what waits is delivered, and small events that come may go out at once again. */
    public void turn() {
        turnBudget = perTurnMax;
        deliver(perTurnMax);
    }

    private void deliver(int places) {
        for (int budget = places; budget > 0 && !waiting.isEmpty(); budget--) {
            FanOut event = waiting.peek();
            ConnectionWatches watcher = event.at(place++);
            if (watcher != null && watcher.deliveredUpTo < event.number) {
                deliver(event, watcher);
            }
            if (place == event.places()) {
                waiting.remove();
                waitingWatchers -= event.watcherCount();
                place = 0;
            }
        }
    }
}
