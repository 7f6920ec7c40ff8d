package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.wire.peer.Notification;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The election port: votes to and from the other servers, by Apache's rules (QuorumCnxManager). Each pair of servers has
 * one connection, made by the one with the higher id. One with a lower id that has something to say connects, says who it
 * is, and is called back.
 *
 * <p>Everything but {@link #send} happens on the loop.
 */
final class ElectionTransport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ElectionTransport.class);
    /** Connections that have not said who they are; beyond it the oldest has to go. */
    private static final int STRANGERS_MAX = 64;
    /** Servers that are not in the configuration, such as observers that only have us in theirs. */
    private static final int UNLISTED_MAX = 256;

    private final EnsembleConfig ensemble;
    private final PeerLimits limits;
    private final CoreInbox core;
    private final PeerSockets sockets;
    private final Rarely trouble = new Rarely(LOG, System::nanoTime);
    private final Map<Long, ElectionLink> links = new HashMap<>();
    /** And when each of them has to have said who it is. */
    private final Map<Channel, ScheduledFuture<?>> strangers = new LinkedHashMap<>();

    private long namelessObservers;
    private List<Channel> listeners = List.of();

    ElectionTransport(
            EnsembleConfig ensemble, PeerLimits limits, CoreInbox core, Executor workers, PeerSockets.Names names) {
        this.ensemble = ensemble;
        this.limits = limits;
        this.core = core;
        // A vote that is not acknowledged by then is better sent again through a connection that works.
        sockets = new PeerSockets(
                "election-loop", ensemble.network().tcpKeepAlive(), limits.electionConnectMs(), workers, names);
    }

    void start() throws IOException {
        listeners = Listeners.open(
                sockets, ensemble.self().electionAddresses(), ensemble.network(), "election", this::accepted);
    }

    /** Takes the place of what may still wait to be sent to that server. */
    void send(long serverId, Notification notification) {
        sockets.execute(() -> {
            ElectionLink link = links.get(serverId);
            if (link == null && ensemble.member(serverId).isPresent()) {
                link = link(serverId);
            }
            if (link != null) {
                link.send(notification);
            }
        });
    }

    // ---- on the loop

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

    /** Whether this server keeps connections that it has made to that one. */
    boolean callsFirst(long serverId) {
        return ensemble.myId() > serverId;
    }

    ByteBuf hello(Channel channel) {
        ByteBuf hello = channel.alloc().buffer();
        new ElectionHello(ensemble.myId(), ensemble.self().electionAddresses())
                .encode(ensemble.network().multiAddress(), hello);
        return hello;
    }

    private ElectionLink link(long serverId) {
        return links.computeIfAbsent(
                serverId,
                id -> new ElectionLink(
                        this,
                        id,
                        ensemble.member(id).map(Member::electionAddresses).orElse(List.of())));
    }

    private void accepted(Channel channel) {
        strangers.put(channel, sockets.schedule(() -> expel(channel), limits.handshakeMs()));
        if (strangers.size() > STRANGERS_MAX) {
            expel(strangers.keySet().iterator().next());
        }
        channel.closeFuture().addListener(closed -> noStranger(channel));
        channel.pipeline().addLast(new ElectionHandler(this, channel));
    }

    private void expel(Channel channel) {
        trouble.warn("Connection to the election port from " + channel.remoteAddress() + ": it does not say who it is");
        noStranger(channel);
        channel.close();
    }

    private void noStranger(Channel channel) {
        ScheduledFuture<?> deadline = strangers.remove(channel);
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** Somebody has connected and said who it is. */
    void introduced(ElectionHandler handler, Channel channel, ElectionHello hello) {
        noStranger(channel);
        long serverId = hello.serverId();
        if (serverId == ElectionHello.NAMELESS_OBSERVER) {
            namelessObservers--;
            serverId = namelessObservers;
        }
        if (serverId == ensemble.myId()) {
            trouble.warn("Connection to the election port from " + channel.remoteAddress() + ": it has our own id "
                    + serverId);
            channel.close();
            return;
        }
        if (!links.containsKey(serverId) && ensemble.member(serverId).isEmpty() && unlisted() >= UNLISTED_MAX) {
            trouble.warn("Too many servers at the election port that are not in the configuration");
            channel.close();
            return;
        }
        ElectionLink link = link(serverId);
        if (callsFirst(serverId)) {
            channel.close();
            link.callBack(hello.addresses());
        } else {
            handler.of(link);
            link.established(channel, handler);
        }
    }

    private long unlisted() {
        return links.keySet().stream()
                .filter(id -> ensemble.member(id).isEmpty())
                .count();
    }

    /** A server that is not in the configuration is forgotten with its connection. */
    void ended(ElectionLink link) {
        if (ensemble.member(link.serverId()).isEmpty()) {
            links.remove(link.serverId(), link);
        }
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
        sockets.execute(() -> {
            List.copyOf(links.values()).forEach(ElectionLink::end);
            List.copyOf(strangers.keySet()).forEach(Channel::close);
        });
        sockets.close();
    }
}
