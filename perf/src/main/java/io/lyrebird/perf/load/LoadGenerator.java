package io.lyrebird.perf.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Many sessions with one server, and runs of requests on them, one run after the other. For one thread that starts runs
 * and waits for them; the work is done by the loops.
 */
public final class LoadGenerator implements AutoCloseable {
    private static final int CONNECT_LIMIT_SECONDS = 60;
    private static final int CONNECTING_AT_ONCE_MAX = 32;
    private static final int DRAIN_LIMIT_SECONDS = 20;
    private static final int CLOSE_LIMIT_SECONDS = 30;
    private static final long INTERVAL_NANOS = 1_000_000_000L;

    private final long epochNanos = System.nanoTime();
    private final LongSupplier clock = () -> System.nanoTime() - epochNanos;
    private final EventLoopGroup group;
    private final List<LoadLoop> loops = new ArrayList<>();
    private final int connections;

    private LoadGenerator(int connections, int loopCount) {
        this.connections = connections;
        IoHandlerFactory handlers = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.group = new MultiThreadIoEventLoopGroup(loopCount, handlers);
        for (int i = 0; i < loopCount; i++) {
            loops.add(new LoadLoop(group.next(), clock));
        }
    }

    /** Opens the sessions, with all members of an ensemble in turn; returns when all are there. */
    public static LoadGenerator connect(List<InetSocketAddress> servers, int connections, int loops, int timeoutMs)
            throws IOException, InterruptedException {
        LoadGenerator generator = new LoadGenerator(connections, Math.min(loops, connections));
        try {
            generator.open(servers, timeoutMs);
            return generator;
        } catch (IOException | InterruptedException | RuntimeException e) {
            generator.group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw e;
        }
    }

    private void open(List<InetSocketAddress> servers, int timeoutMs) throws IOException, InterruptedException {
        List<List<LoadConnection>> ofLoops = new ArrayList<>();
        List<CompletableFuture<Void>> connected = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            ofLoops.add(new ArrayList<>());
        }
        for (int i = 0; i < connections; i++) {
            int at = i % loops.size();
            ofLoops.get(at).add(new LoadConnection(loops.get(at), timeoutMs));
        }
        for (int i = 0; i < loops.size(); i++) {
            connected.add(loops.get(i).expect(List.copyOf(ofLoops.get(i))));
        }
        // In groups: a server's backlog of connections that it has not accepted yet is short (50 with Apache), and what
        // does not fit is tried again by the kernel after a second.
        List<ChannelFuture> opening = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int at = i % loops.size();
            opening.add(bootstrap(loops.get(at).eventLoop(), ofLoops.get(at).get(i / loops.size()))
                    .connect(servers.get(i % servers.size())));
            if (opening.size() == CONNECTING_AT_ONCE_MAX || i == connections - 1) {
                for (ChannelFuture future : opening) {
                    if (!future.await(CONNECT_LIMIT_SECONDS, TimeUnit.SECONDS) || !future.isSuccess()) {
                        throw new IOException("no connection to " + servers, future.cause());
                    }
                }
                opening.clear();
            }
        }
        await(connected, CONNECT_LIMIT_SECONDS, "no session with " + servers);
    }

    private static Bootstrap bootstrap(EventLoop eventLoop, LoadConnection connection) {
        Class<? extends Channel> type = Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
        return new Bootstrap()
                .group(eventLoop)
                .channel(type)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_LIMIT_SECONDS * 1000)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(connection);
                    }
                });
    }

    public int connections() {
        return connections;
    }

    /** Nanoseconds on the clock that notifications are told in. */
    public long nowNanos() {
        return clock.getAsLong();
    }

    /** Who hears of watch events, on the loops. */
    public void onNotification(LongConsumer listener) throws IOException, InterruptedException {
        await(
                loops.stream().map(loop -> loop.onNotification(listener)).toList(),
                CONNECT_LIMIT_SECONDS,
                "the loops do not answer");
    }

    /** Runs to the end, with what was still unanswered some time after it. */
    public LoadResult run(LoadPlan plan, LoadObserver observer) throws IOException, InterruptedException {
        long startNanos = clock.getAsLong();
        long fromNanos = startNanos + plan.warmUpNanos();
        long endNanos = fromNanos + plan.measureNanos();
        List<Tally> tallies = new ArrayList<>();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            Tally tally = new Tally(plan.pacing() instanceof Pacing.Open, fromNanos, endNanos);
            tallies.add(tally);
            running.add(loops.get(i)
                    .run(workloadsOf(i, plan), plan.pacing(), scheduleOf(i, plan, startNanos), tally, endNanos));
        }
        Sampling sampling = new Sampling(tallies, observer);
        CompletableFuture<Void> done = CompletableFuture.allOf(running.toArray(new CompletableFuture<?>[0]));
        running.forEach(one -> one.exceptionally(cause -> {
            done.completeExceptionally(cause);
            return null;
        }));
        waitUntil(done, fromNanos, sampling);
        observer.measuringBegins();
        sampling.begin();
        waitUntil(done, endNanos, sampling);
        long measuredNanos = Math.min(clock.getAsLong(), endNanos) - fromNanos;
        observer.measuringEnds();
        if (!waitUntil(done, clock.getAsLong() + DRAIN_LIMIT_SECONDS * 1_000_000_000L, sampling)) {
            await(loops.stream().map(LoadLoop::giveUp).toList(), CONNECT_LIMIT_SECONDS, "the loops do not answer");
        }
        return sampling.result(plan.endsByItself() ? measuredNanos : plan.measureNanos());
    }

    private List<Workload> workloadsOf(int loop, LoadPlan plan) {
        List<Workload> workloads = new ArrayList<>();
        for (int i = loop; i < connections; i += loops.size()) {
            workloads.add(plan.workloads().apply(i));
        }
        return workloads;
    }

    private OpenLoopSchedule scheduleOf(int loop, LoadPlan plan, long startNanos) {
        return plan.pacing() instanceof Pacing.Open open
                ? new OpenLoopSchedule(startNanos, open.ratePerSecond(), loop, loops.size())
                : null;
    }

    /** True if the run is done; sampling goes on meanwhile. */
    private boolean waitUntil(CompletableFuture<Void> done, long untilNanos, Sampling sampling)
            throws IOException, InterruptedException {
        while (true) {
            long left = untilNanos - clock.getAsLong();
            if (left <= 0) {
                return done.isDone();
            }
            try {
                done.get(Math.min(left, INTERVAL_NANOS), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                sampling.sample();
            } catch (ExecutionException e) {
                throw new IOException("the run broke off: " + e.getCause().getMessage(), e.getCause());
            }
        }
    }

    private static void await(List<CompletableFuture<Void>> futures, int limitSeconds, String what)
            throws IOException, InterruptedException {
        try {
            CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]))
                    .get(limitSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(what + ": " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException(what + " within " + limitSeconds + " s", e);
        }
    }

    /** Ends the sessions, then the loops. */
    @Override
    public void close() {
        try {
            await(loops.stream().map(LoadLoop::close).toList(), CLOSE_LIMIT_SECONDS, "sessions did not end");
        } catch (IOException e) {
            // The connections go away with their loops, and the sessions when they expire.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Collects what the loops have counted, about once a second. */
    private static final class Sampling {
        private final List<Tally> tallies;
        private final LoadObserver observer;
        private final Map<Operation, Histogram> sums = LoadResult.nothing();
        private final List<LoadResult.Interval> intervals = new ArrayList<>();
        private long lastMs = System.currentTimeMillis();
        private long lastNanos = System.nanoTime();

        Sampling(List<Tally> tallies, LoadObserver observer) {
            this.tallies = tallies;
            this.observer = observer;
        }

        void begin() {
            lastMs = System.currentTimeMillis();
            lastNanos = System.nanoTime();
        }

        void sample() {
            Map<Operation, Histogram> sample = new EnumMap<>(Operation.class);
            tallies.forEach(tally -> LoadResult.addTo(sample, tally.sample()));
            long nowMs = System.currentTimeMillis();
            long nowNanos = System.nanoTime();
            if (!sample.isEmpty()) {
                intervals.add(new LoadResult.Interval(lastMs, nowMs, sample));
                LoadResult.addTo(sums, sample);
            }
            observer.interval(
                    sample.values().stream().mapToLong(Histogram::getTotalCount).sum(), nowNanos - lastNanos);
            lastMs = nowMs;
            lastNanos = nowNanos;
        }

        LoadResult result(long measuredNanos) {
            sample();
            Map<Integer, Long> errors = new TreeMap<>();
            tallies.forEach(tally -> tally.errors().forEach((code, count) -> errors.merge(code, count, Long::sum)));
            long unanswered = tallies.stream().mapToLong(Tally::unansweredCount).sum();
            return new LoadResult(sums, List.copyOf(intervals), measuredNanos, errors, unanswered);
        }
    }
}
