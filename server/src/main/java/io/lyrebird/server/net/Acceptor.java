package io.lyrebird.server.net;

import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Recorder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Turns away connections beyond the limits, before anything is spent on them. */
final class Acceptor extends ChannelInboundHandlerAdapter {
    private final ConnectionCount count;
    private final Recorder recorder;
    private final BoundedLog log;

    Acceptor(ConnectionCount count, Recorder recorder, BoundedLog log) {
        this.count = count;
        this.recorder = recorder;
        this.log = log;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel accepted = (Channel) message;
        if (!(accepted.remoteAddress() instanceof InetSocketAddress remote)) {
            accepted.unsafe().closeForcibly(); // gone already
            return;
        }
        InetAddress host = remote.getAddress();
        String refusal = count.refusal(host);
        if (refusal != null) {
            recorder.count(Counter.CONNECTIONS_REJECTED);
            log.warn(BoundedLog.Kind.TOO_MANY_CONNECTIONS, remote, refusal);
            accepted.unsafe().closeForcibly();
            return;
        }
        accepted.closeFuture().addListener(closed -> count.remove(host));
        context.fireChannelRead(accepted);
    }
}
