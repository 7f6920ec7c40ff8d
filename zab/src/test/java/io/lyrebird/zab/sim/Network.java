package io.lyrebird.zab.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Connections that keep the order of what is sent and lose it only by breaking, and votes that may be lost. Who cannot
 * reach whom is one bit for each direction; what is on its way into a cut waits until the cut is mended or the
 * connection breaks.
 */
final class Network {
    /** One end of a connection, as its server sees it. */
    interface End {
        void receive(Object item);

        void broken();
    }

    /** One direction of a connection. */
    private final class Pipe {
        private final long from;
        private final long to;
        private End receiver;
        private final List<Object> items = new ArrayList<>();
        private boolean scheduled;
        private boolean closed;

        Pipe(long from, long to) {
            this.from = from;
            this.to = to;
        }

        void send(Object item) {
            if (!closed) {
                items.add(item);
                schedule();
            }
        }

        void schedule() {
            if (!scheduled && !items.isEmpty()) {
                scheduled = true;
                scheduler.after(delayMs(), this::deliver);
            }
        }

        /** Some of what waits arrives, in one go. */
        void deliver() {
            scheduled = false;
            if (closed || isCut(from, to)) {
                return;
            }
            int count = 1 + random.nextInt(items.size());
            for (int i = 0; i < count && !closed && !items.isEmpty() && receiver != null; i++) {
                Object item = items.remove(0);
                if (item == BREAK) {
                    closed = true;
                    receiver.broken();
                } else {
                    receiver.receive(item);
                }
            }
            if (!closed) {
                schedule();
            }
        }
    }

    private static final Object BREAK = new Object();

    private final Scheduler scheduler;
    private final Random random;
    private final Map<Long, Pipe[]> connections = new TreeMap<>();
    private final Map<String, Boolean> cuts = new TreeMap<>();
    private final Map<String, Long> lastVoteMs = new TreeMap<>();
    private long lastConnection;
    private int slowestMs = 5;

    Network(Scheduler scheduler, Random random) {
        this.scheduler = scheduler;
        this.random = random;
    }

    void setSlowestMs(int ms) {
        slowestMs = ms;
    }

    boolean isCut(long from, long to) {
        return cuts.getOrDefault(from + ">" + to, false);
    }

    void cut(long from, long to) {
        cuts.put(from + ">" + to, true);
    }

    void mendAll() {
        cuts.clear();
        for (Pipe[] pipes : List.copyOf(connections.values())) {
            for (Pipe pipe : pipes) {
                pipe.schedule();
            }
        }
    }

    /** A new connection: its number is the same at both ends. */
    long open(long from, End fromEnd, long to, End toEnd) {
        long connection = ++lastConnection;
        Pipe there = new Pipe(from, to);
        Pipe back = new Pipe(to, from);
        there.receiver = toEnd;
        back.receiver = fromEnd;
        connections.put(connection, new Pipe[] {there, back});
        return connection;
    }

    void send(long connection, long from, Object item) {
        Pipe[] pipes = connections.get(connection);
        if (pipes != null) {
            pipes[pipes[0].from == from ? 0 : 1].send(item);
        }
    }

    /** One end is gone: it hears nothing more, and the other end hears of it when that gets through. */
    void close(long connection, long from) {
        Pipe[] pipes = connections.get(connection);
        if (pipes == null) {
            return;
        }
        Pipe out = pipes[pipes[0].from == from ? 0 : 1];
        Pipe in = pipes[pipes[0].from == from ? 1 : 0];
        in.closed = true;
        in.items.clear();
        if (out.closed) {
            connections.remove(connection);
        } else {
            out.send(BREAK);
        }
    }

    /** The connection is lost with what is on its way; both ends hear of it, sooner or later. */
    void breakConnection(long connection) {
        Pipe[] pipes = connections.get(connection);
        if (pipes == null) {
            return;
        }
        for (Pipe pipe : pipes) {
            int kept = pipe.items.isEmpty() ? 0 : random.nextInt(pipe.items.size() + 1);
            while (pipe.items.size() > kept) {
                pipe.items.remove(pipe.items.size() - 1);
            }
            pipe.send(BREAK);
        }
    }

    List<Long> connections() {
        return List.copyOf(connections.keySet());
    }

    boolean touches(long connection, long serverId) {
        Pipe[] pipes = connections.get(connection);
        return pipes != null && (pipes[0].from == serverId || pipes[0].to == serverId);
    }

    /** A vote: late, or lost in a cut, or, rarely, lost. */
    void sendVote(long from, long to, Consumer<Long> arrive) {
        if (!isCut(from, to) && random.nextInt(50) != 0) {
            long arrivalMs = Math.max(lastVoteMs.getOrDefault(from + ">" + to, 0L), scheduler.nowMs() + delayMs());
            lastVoteMs.put(from + ">" + to, arrivalMs);
            scheduler.at(arrivalMs, () -> {
                if (!isCut(from, to)) {
                    arrive.accept(from);
                }
            });
        }
    }

    int delayMs() {
        return random.nextInt(slowestMs + 1);
    }
}
