package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.NotificationCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the election port of one other server: at most one connection, and the newest vote that is to be sent
 * through it. As long as there is one to be sent and no connection, it tries to get one. On the loop.
 */
final class ElectionLink {
    private static final Logger LOG = LoggerFactory.getLogger(ElectionLink.class);
    private static final int RETRY_MIN_MS = 100;
    private static final int RETRY_MAX_MS = 2_000;
    /** Time for the other to call back: another call in the meantime would cost it the connection it has just made. */
    private static final int CALL_BACK_MS = 1_000;

    private final ElectionTransport transport;
    private final long serverId;
    private final List<Address> configured;
    private List<Address> told = List.of();

    private Channel channel;
    private boolean connecting;
    private boolean retryPlanned;
    private boolean ended;
    private int failures;
    private Notification newest;
    private Notification lastSent;
    private boolean writing;

    ElectionLink(ElectionTransport transport, long serverId, List<Address> configured) {
        this.transport = transport;
        this.serverId = serverId;
        this.configured = configured;
    }

    long serverId() {
        return serverId;
    }

    void send(Notification notification) {
        newest = notification;
        if (channel != null) {
            writeNewest();
        } else if (!connecting && !retryPlanned) {
            connect();
        }
    }

    /** The other cannot keep a connection that it makes: it wants to be called. What we had is dead to it. */
    void callBack(List<Address> addresses) {
        told = addresses;
        failures = 0;
        Channel before = channel;
        channel = null;
        if (before != null) {
            before.close();
        }
        if (newest == null) {
            newest = lastSent;
        }
        if (!connecting) {
            connect();
        }
    }

    private void connect() {
        Set<Address> addresses = new LinkedHashSet<>(configured);
        addresses.addAll(told);
        if (addresses.isEmpty() || ended) {
            transport.ended(this);
            return;
        }
        connecting = true;
        transport
                .sockets()
                .connect(
                        List.copyOf(addresses),
                        transport.limits().electionConnectMs(),
                        this::connected,
                        this::notConnected);
    }

    private void connected(Channel made) {
        connecting = false;
        if (ended || channel != null) {
            made.close();
            return;
        }
        if (transport.callsFirst(serverId)) {
            made.write(transport.hello(made));
            ElectionHandler handler = new ElectionHandler(transport, made);
            handler.of(this);
            made.pipeline().addLast(handler);
            established(made, handler);
            made.config().setAutoRead(true);
            made.flush();
        } else {
            made.writeAndFlush(transport.hello(made)).addListener(ChannelFutureListener.CLOSE);
            failures++;
            planRetry(CALL_BACK_MS);
        }
    }

    private void notConnected(String reason) {
        connecting = false;
        if (failures == 0) {
            LOG.info("Server {} cannot be reached at its election port {}: {}", serverId, configured, reason);
        }
        failures++;
        planRetry(RETRY_MIN_MS);
    }

    private void planRetry(int firstMs) {
        if (ensembleForgets() || ended) {
            transport.ended(this);
            return;
        }
        if (!retryPlanned) {
            retryPlanned = true;
            long delayMs = Math.min(RETRY_MAX_MS, (long) firstMs << Math.max(0, Math.min(failures - 1, 10)));
            transport.sockets().schedule(this::retry, delayMs);
        }
    }

    /** A server that is not in the configuration is not run after. */
    private boolean ensembleForgets() {
        return configured.isEmpty() && failures > 1;
    }

    private void retry() {
        retryPlanned = false;
        if (channel == null && !connecting && !ended && newest != null) {
            connect();
        }
    }

    /** This connection is the one from now on. */
    void established(Channel made, ElectionHandler handler) {
        Channel before = channel;
        channel = made;
        failures = 0;
        writing = false;
        if (before != null) {
            before.close();
        }
        made.closeFuture().addListener(closed -> lost(made));
        LOG.info("Server {}: connected to its election port as {}", serverId, made.remoteAddress());
        if (newest == null) {
            // the last one may not have arrived, and the other may have been started again
            newest = lastSent;
        }
        writeNewest();
    }

    private void writeNewest() {
        if (newest == null || writing) {
            return;
        }
        ByteBuf message = channel.alloc().buffer();
        message.writeInt(0);
        NotificationCodec.encode(newest, message);
        message.setInt(0, message.readableBytes() - Integer.BYTES);
        lastSent = newest;
        newest = null;
        writing = true;
        Channel to = channel;
        to.writeAndFlush(message).addListener(written -> {
            if (to == channel) {
                writing = false;
                if (written.isSuccess()) {
                    writeNewest();
                } else {
                    to.close();
                }
            }
        });
    }

    private void lost(Channel gone) {
        if (gone != channel) {
            return;
        }
        channel = null;
        LOG.info("Server {}: the connection to its election port is gone", serverId);
        if (writing && newest == null) {
            newest = lastSent;
        }
        writing = false;
        if (newest != null) {
            planRetry(RETRY_MIN_MS);
        }
        if (configured.isEmpty()) {
            transport.ended(this);
        }
    }

    void end() {
        ended = true;
        if (channel != null) {
            channel.close();
        }
    }
}
