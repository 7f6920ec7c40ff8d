package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.zab.Input;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The quorum port: connections between learners and leaders, in both directions. */
final class QuorumTransport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumTransport.class);
    /** Connections that have not said who they are; beyond it the oldest has to go. */
    private static final int STRANGERS_MAX = 64;

    private static final int CONNECTIONS_MAX = 2_000;
    private static final int STALL_CHECKS = 4;

    private final EnsembleConfig ensemble;
    private final PeerLimits limits;
    private final CoreInbox core;
    private final Executor workers;
    private final PeerSockets sockets;
    private final Rarely trouble = new Rarely(LOG, System::nanoTime);
    private final AtomicLong lastNumber = new AtomicLong();
    private final Map<Long, QuorumConnection> connections = new ConcurrentHashMap<>();

    /** The core's alone: those with something to be sent. */
    private List<QuorumConnection> unflushed = new ArrayList<>();

    /** The loop's alone. */
    private final Set<QuorumConnection> strangers = new LinkedHashSet<>();

    private List<Channel> listeners = List.of();

    QuorumTransport(
            EnsembleConfig ensemble, PeerLimits limits, CoreInbox core, Executor workers, PeerSockets.Names names) {
        this.ensemble = ensemble;
        this.limits = limits;
        this.core = core;
        this.workers = workers;
        // Who is silent for too long is found out by pings.
        sockets = new PeerSockets("quorum-loop", ensemble.network().tcpKeepAlive(), 0, workers, names);
    }

    void start() throws IOException {
        listeners = Listeners.open(
                sockets, ensemble.self().quorumAddresses(), ensemble.network(), "quorum", this::accepted);
        long periodMs = Math.max(1, limits.stallMs() / STALL_CHECKS);
        sockets.loop()
                .scheduleWithFixedDelay(
                        () -> connections.values().forEach(QuorumConnection::closeIfStalled),
                        periodMs,
                        periodMs,
                        TimeUnit.MILLISECONDS);
    }

    // ---- the core

    void connect(long serverId) {
        List<Address> addresses =
                ensemble.member(serverId).map(Member::quorumAddresses).orElse(List.of());
        sockets.connect(addresses, limits.leaderConnectMs(), channel -> connected(serverId, channel), reason -> {
            LOG.info("Server {} cannot be reached at its quorum port {}: {}", serverId, addresses, reason);
            core.submit(new CoreInput.FromZab(new Input.LeaderUnreachable(serverId)));
        });
    }

    void disconnect(long number) {
        QuorumConnection connection = connections.remove(number);
        if (connection != null) {
            connection.disconnect();
        }
    }

    void send(long number, Outgoing outgoing) {
        QuorumConnection connection = connections.get(number);
        if (connection != null && connection.sending().add(outgoing)) {
            unflushed.add(connection);
        }
    }

    void flush() {
        if (!unflushed.isEmpty()) {
            List<QuorumConnection> full = unflushed;
            unflushed = new ArrayList<>();
            full.forEach(connection -> connection.sending().flush());
        }
    }

    void receiveSnapshot(long number, SnapshotSink sink) {
        QuorumConnection connection = connections.get(number);
        if (connection == null) {
            workers.execute(() -> refuse(sink));
        } else {
            connection.execute(() -> connection.receiving().receiveSnapshot(sink, workers));
        }
    }

    private static void refuse(SnapshotSink sink) {
        try {
            sink.readFrom(new InputStream() {
                @Override
                public int read() throws IOException {
                    throw new IOException("the connection has ended");
                }
            });
        } catch (IOException | RuntimeException e) {
            LOG.debug("A snapshot from a connection that has ended", e);
        }
    }

    void resume(long number) {
        QuorumConnection connection = connections.get(number);
        if (connection != null) {
            connection.execute(connection.receiving()::resume);
        }
    }

    // ---- the loop

    private void connected(long serverId, Channel channel) {
        QuorumConnection connection = open(channel, true);
        LOG.info("Connected to the leader, server {} at {}", serverId, channel.remoteAddress());
        core.submit(new CoreInput.FromZab(new Input.LeaderConnected(serverId, connection.number())));
        channel.config().setAutoRead(true);
    }

    private void accepted(Channel channel) {
        if (connections.size() >= CONNECTIONS_MAX) {
            trouble.warn("Too many connections to the quorum port");
            channel.close();
            return;
        }
        QuorumConnection connection = open(channel, false);
        strangers.add(connection);
        if (strangers.size() > STRANGERS_MAX) {
            strangers.iterator().next().fail("too many that have not said who they are");
        }
        connection.deadline(sockets.schedule(() -> connection.fail("it does not say who it is"), limits.handshakeMs()));
    }

    private QuorumConnection open(Channel channel, boolean toLeader) {
        QuorumConnection connection =
                new QuorumConnection(this, lastNumber.incrementAndGet(), toLeader, channel, workers);
        connections.put(connection.number(), connection);
        return connection;
    }

    void introduced(QuorumConnection connection) {
        strangers.remove(connection);
        LOG.info("Learner at {} has come", connection.channel().remoteAddress());
    }

    void forget(QuorumConnection connection) {
        strangers.remove(connection);
        connections.remove(connection.number(), connection);
    }

    PeerSockets sockets() {
        return sockets;
    }

    PeerLimits limits() {
        return limits;
    }

    CoreInbox core() {
        return core;
    }

    Rarely trouble() {
        return trouble;
    }

    /** The real addresses, also where any free port was asked for. */
    List<Address> addresses() {
        return listeners.stream()
                .map(channel -> (InetSocketAddress) channel.localAddress())
                .map(address -> new Address(address.getHostString(), address.getPort()))
                .toList();
    }

    @Override
    public void close() {
        listeners.forEach(listener -> listener.close().syncUninterruptibly());
        connections.values().forEach(QuorumConnection::disconnect);
        sockets.close();
    }
}
