package io.lyrebird.zab.sim;

import java.util.PriorityQueue;

/** The one thread and the one clock of a simulation: events in the order of their time, then of their making. */
final class Scheduler {
    private record Event(long timeMs, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return timeMs != other.timeMs ? Long.compare(timeMs, other.timeMs) : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowMs;
    private long sequence;
    private long done;

    long nowMs() {
        return nowMs;
    }

    /** How many events have happened. */
    long done() {
        return done;
    }

    void after(long delayMs, Runnable action) {
        at(nowMs + delayMs, action);
    }

    void at(long timeMs, Runnable action) {
        events.add(new Event(Math.max(timeMs, nowMs), sequence++, action));
    }

    /** False if there is nothing left to happen before that time. */
    boolean step(long untilMs) {
        Event next = events.peek();
        if (next == null || next.timeMs() > untilMs) {
            nowMs = Math.max(nowMs, untilMs);
            return false;
        }
        events.remove();
        nowMs = next.timeMs();
        done++;
        next.action().run();
        return true;
    }
}
