package io.lyrebird.server.net;

import io.lyrebird.server.admin.ServerView;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.watch.WatchTables;
import io.lyrebird.wire.Check;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for clients and serves them on its loops. */
public final class ClientServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientServer.class);
    /** While more than the high mark waits to be sent to a client, none of its requests are served. */
    private static final WriteBufferWaterMark OUTGOING_MARKS = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private static final long CLOSE_MS = 3_000;

    private final ClientServices services;
    private final boolean epoll;
    private final BoundedLog log = new BoundedLog(LOG, System::nanoTime);
    private final EventLoopGroup group;
    private final List<ClientLoop> loops = new ArrayList<>();
    private final WatchTables watches;
    private final ConnectionCount count;
    private final OutstandingLimit outstanding;
    private Channel listener;

    /**
     * Starts as many loops as the lock has slots.
     *
     * @param hashSeed keys the hashes of watched paths; a secret
     */
    public ClientServer(ClientServices services, PhaseLock phases, long hashSeed) {
        this(services, phases, hashSeed, Epoll.isAvailable());
    }

    /** @param epoll whether to use Linux's own interface, or else what every JDK has */
    ClientServer(ClientServices services, PhaseLock phases, long hashSeed, boolean epoll) {
        this.services = services;
        this.epoll = epoll;
        count = new ConnectionCount(services.limits());
        ClientLimits limits = services.limits();
        outstanding = new OutstandingLimit(limits.outstandingMax(), limits.outstandingBytesMax());
        BufferBudget budget = new BufferBudget(limits.bufferedBytesMax());
        group = new MultiThreadIoEventLoopGroup(
                phases.slots(),
                new DefaultThreadFactory("client-loop", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        for (EventExecutor executor : group) {
            loops.add(
                    new ClientLoop(loops.size(), executor, phases, services, budget, log, System::nanoTime, hashSeed));
        }
        budget.loops(loops);
        watches = new WatchTables(loops.stream().map(ClientLoop::watches).toList());
        phases.afterWrite(() -> loops.forEach(ClientLoop::wakeIfPosted));
    }

    /** What has to be told of every change to the tree, in the write phase in which it happens. */
    public WatchTrigger watchTrigger() {
        return watches;
    }

    /**
     * Begins to accept connections.
     *
     * @param backlog connections that may wait to be accepted; -1 leaves it to the system
     * @throws IOException if the address cannot be bound
     */
    public void listen(InetSocketAddress address, int backlog, boolean tcpKeepAlive) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new Acceptor(count, services.metrics().newRecorder(), log))
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, tcpKeepAlive)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, OUTGOING_MARKS)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
                        ClientLoop loop = loopOf(channel.eventLoop());
                        channel.pipeline().addLast(new Connection(loop, outstanding, channel, remote));
                    }
                });
        if (backlog > 0) {
            bootstrap.option(ChannelOption.SO_BACKLOG, backlog);
        }
        try {
            listener = bootstrap.bind(address).sync().channel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while binding " + address, e);
        } catch (Exception e) {
            // Netty throws what the bind failed with, declared or not.
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    private ClientLoop loopOf(EventLoop eventLoop) {
        for (ClientLoop loop : loops) {
            if (loop.runsOn(eventLoop)) {
                return loop;
            }
        }
        throw new IllegalStateException("a connection is on none of the loops");
    }

    /** Where it listens; the port is the real one, also when any free one was asked for. */
    public InetSocketAddress address() {
        Check.that(listener != null, "it does not listen");
        return (InetSocketAddress) listener.localAddress();
    }

    // --- for operators: these wait for the loops, and must not be called on one

    public int connectionCount() {
        return count.total();
    }

    /** Requests that are with the core. */
    public int outstandingRequests() {
        return outstanding.outstanding();
    }

    public List<ServerView.Connection> connections() {
        List<ServerView.Connection> all = new ArrayList<>();
        onEachLoop(loop -> loop.connections().stream().map(Connection::view).toList())
                .forEach(all::addAll);
        return all;
    }

    public void resetConnectionStats() {
        onEachLoop(loop -> {
            loop.connections().forEach(connection -> connection.stats().reset());
            return null;
        });
    }

    /** Watches of every kind. */
    public long watchCount() {
        return onEachLoop(loop -> loop.inReadPhase(() -> loop.watches().watchCount())).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Paths with watches on data or existence, by the watching session. */
    public SortedMap<Long, List<String>> dataWatches() {
        SortedMap<Long, List<String>> bySession = new TreeMap<>();
        onEachLoop(loop -> loop.inReadPhase(() -> loop.watches().sessionsByPath()))
                .forEach(byPath -> byPath.forEach((path, sessions) -> sessions.forEach(session -> bySession
                        .computeIfAbsent(session, first -> new ArrayList<>())
                        .add(path))));
        return bySession;
    }

    private <T> List<T> onEachLoop(Function<ClientLoop, T> ask) {
        List<CompletableFuture<T>> answers = new ArrayList<>();
        for (ClientLoop loop : loops) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            answers.add(answer);
            loop.execute(() -> answer.complete(ask.apply(loop)));
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** Accepts no more connections, sends what the core has left for clients, and closes their connections. */
    @Override
    public void close() {
        if (listener != null) {
            listener.close().syncUninterruptibly();
        }
        for (ClientLoop loop : loops) {
            loop.execute(loop::endConnections);
        }
        group.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }
}
