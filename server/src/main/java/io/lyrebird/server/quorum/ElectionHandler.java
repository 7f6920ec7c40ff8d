package io.lyrebird.server.quorum;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.NotificationCodec;
import io.lyrebird.zab.Input;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Optional;

/** What comes through one connection of the election port: who it is, then votes with their lengths in front. */
final class ElectionHandler extends ByteToMessageDecoder {
    /** As in Apache. A vote with the configuration of a large ensemble takes some kilobytes. */
    private static final int MESSAGE_BYTES_MAX = 512 << 10;

    private final ElectionTransport transport;
    private final Channel channel;
    private final Intake intake;
    private ElectionLink link;

    ElectionHandler(ElectionTransport transport, Channel channel) {
        this.transport = transport;
        this.channel = channel;
        intake = new Intake(transport.core(), transport.sockets()::execute, this::readOrNot);
    }

    /** It is known who this is. */
    void of(ElectionLink known) {
        link = known;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (link == null) {
            Optional<ElectionHello> hello = ElectionHello.decode(in);
            if (hello.isEmpty()) {
                return;
            }
            transport.introduced(this, channel, hello.get());
            if (link == null) {
                in.skipBytes(in.readableBytes());
            }
            return;
        }
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length <= 0 || length > MESSAGE_BYTES_MAX) {
            throw new MalformedException("vote of " + length + " bytes");
        }
        if (in.readableBytes() < Integer.BYTES + length) {
            return;
        }
        in.skipBytes(Integer.BYTES);
        Notification notification = NotificationCodec.decode(in.readSlice(length));
        intake.submit(new Input.Notified(link.serverId(), notification), length);
        readOrNot();
    }

    private void readOrNot() {
        channel.config().setAutoRead(!intake.isFull());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable reason = cause.getCause() == null ? cause : cause.getCause();
        if (reason instanceof MalformedException) {
            transport
                    .trouble()
                    .warn("Connection to the election port from " + channel.remoteAddress() + ": "
                            + reason.getMessage());
        }
        channel.close();
    }
}
