package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig.Address;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A loop of its own for the sockets of one port, and of the connections to the same port of other servers. */
final class PeerSockets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerSockets.class);
    private static final long CLOSE_MS = 2_000;
    private static final int ADDRESSES_MAX = 16;
    /** More than the high mark is not encoded before the socket has taken some of it. */
    private static final WriteBufferWaterMark OUTGOING_MARKS = new WriteBufferWaterMark(512 << 10, 2 << 20);

    private final boolean epoll = Epoll.isAvailable();
    private final boolean tcpKeepAlive;
    private final int unansweredMs;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final Executor workers;
    private final Names names;

    /** Looks up the addresses that a name has now. */
    interface Names {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /**
     * A loop that begins at once.
     *
     * @param unansweredMs a connection ends when nothing of what was sent is acknowledged for so long, where the system
     *     can do that; 0 leaves it to the system
     * @param workers for what may block, such as looking up a name
     */
    PeerSockets(String name, boolean tcpKeepAlive, int unansweredMs, Executor workers, Names names) {
        this.tcpKeepAlive = tcpKeepAlive;
        this.unansweredMs = unansweredMs;
        this.workers = workers;
        this.names = names;
        group = new MultiThreadIoEventLoopGroup(
                1,
                new DefaultThreadFactory(name, true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        loop = group.next();
    }

    EventLoop loop() {
        return loop;
    }

    /** From any thread; after the end, nothing happens. */
    void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("Too late for a task", e);
        }
    }

    ScheduledFuture<?> schedule(Runnable task, long delayMs) {
        return loop.schedule(task, delayMs, TimeUnit.MILLISECONDS);
    }

    /** @param accepted told of each connection, on the loop, before anything is read from it */
    Channel listen(InetSocketAddress address, Consumer<Channel> accepted) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, tcpKeepAlive)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, OUTGOING_MARKS)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accepted.accept(channel);
                    }
                });
        if (epoll && unansweredMs > 0) {
            bootstrap.childOption(EpollChannelOption.TCP_USER_TIMEOUT, unansweredMs);
        }
        try {
            return bootstrap.bind(address).sync().channel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while binding " + address, e);
        } catch (Exception e) {
            // Netty throws what the bind failed with, declared or not.
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /**
     * Connects to whichever of the addresses answers first; names are looked up anew. Exactly one of the two is called,
     * on the loop. Nothing is read from the connection before its taker says so.
     */
    void connect(List<Address> addresses, int timeoutMs, Consumer<Channel> connected, Consumer<String> failed) {
        workers.execute(() -> {
            Set<InetSocketAddress> targets = new LinkedHashSet<>();
            List<String> unknown = new ArrayList<>();
            for (Address address : addresses) {
                try {
                    for (InetAddress host : names.addresses(address.host())) {
                        targets.add(new InetSocketAddress(host, address.port()));
                    }
                } catch (UnknownHostException e) {
                    unknown.add(address.host());
                }
            }
            execute(() -> {
                if (targets.isEmpty()) {
                    failed.accept("no such host: " + String.join(", ", unknown));
                } else {
                    new Race(targets.stream().limit(ADDRESSES_MAX).toList(), connected, failed).start(timeoutMs);
                }
            });
        });
    }

    /** Several addresses of one server, tried at once. On the loop. */
    private final class Race {
        private final List<InetSocketAddress> targets;
        private final Consumer<Channel> connected;
        private final Consumer<String> failed;
        private boolean won;
        private int lost;

        Race(List<InetSocketAddress> targets, Consumer<Channel> connected, Consumer<String> failed) {
            this.targets = targets;
            this.connected = connected;
            this.failed = failed;
        }

        void start(int timeoutMs) {
            Bootstrap bootstrap = new Bootstrap()
                    .group(loop)
                    .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.SO_KEEPALIVE, tcpKeepAlive)
                    .option(ChannelOption.WRITE_BUFFER_WATER_MARK, OUTGOING_MARKS)
                    .option(ChannelOption.AUTO_READ, false)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMs)
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            // whoever takes the connection adds its handlers
                        }
                    });
            if (epoll && unansweredMs > 0) {
                bootstrap.option(EpollChannelOption.TCP_USER_TIMEOUT, unansweredMs);
            }
            for (InetSocketAddress target : targets) {
                bootstrap.connect(target).addListener(done -> ended((ChannelFuture) done));
            }
        }

        private void ended(ChannelFuture attempt) {
            if (!attempt.isSuccess()) {
                lost++;
                if (lost == targets.size()) {
                    failed.accept(attempt.cause().getMessage());
                }
            } else if (won) {
                attempt.channel().close();
            } else {
                won = true;
                connected.accept(attempt.channel());
            }
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }
}
