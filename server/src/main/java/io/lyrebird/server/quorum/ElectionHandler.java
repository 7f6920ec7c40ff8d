package io.lyrebird.server.quorum;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.NotificationCodec;
import io.lyrebird.zab.Input;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.Optional;

/** What comes through one connection of the election port: who it is, then votes with their lengths in front. */
final class ElectionHandler extends ChannelInboundHandlerAdapter {
    /** As in Apache. A vote with the configuration of a large ensemble takes some kilobytes. */
    private static final int MESSAGE_BYTES_MAX = 512 << 10;

    private final ElectionTransport transport;
    private final Channel channel;
    private final Intake intake;
    private ElectionLink link;
    private ByteBuf received;
    private boolean ended;

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
    public void channelRead(ChannelHandlerContext context, Object read) {
        ByteBuf bytes = (ByteBuf) read;
        if (ended) {
            bytes.release();
            return;
        }
        received = received == null
                ? bytes
                : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), received, bytes);
        try {
            while (!ended && handIn()) {
                // one after the other
            }
        } catch (MalformedException e) {
            transport
                    .trouble()
                    .warn("Connection to the election port from " + channel.remoteAddress() + ": " + e.getMessage());
            end();
        }
        if (received != null && !received.isReadable()) {
            release();
        }
    }

    /** @return false if more has to arrive first */
    private boolean handIn() {
        if (link == null) {
            Optional<ElectionHello> hello = ElectionHello.decode(received);
            if (hello.isPresent()) {
                transport.introduced(this, channel, hello.get());
                ended = link == null;
            }
            return hello.isPresent();
        }
        if (received.readableBytes() < Integer.BYTES) {
            return false;
        }
        int length = received.getInt(received.readerIndex());
        if (length <= 0 || length > MESSAGE_BYTES_MAX) {
            throw new MalformedException("vote of " + length + " bytes");
        }
        if (received.readableBytes() < Integer.BYTES + length) {
            return false;
        }
        received.skipBytes(Integer.BYTES);
        Notification notification = NotificationCodec.decode(received.readSlice(length));
        intake.submit(new Input.Notified(link.serverId(), notification), length);
        readOrNot();
        return true;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ended = true;
        release();
    }

    private void end() {
        ended = true;
        channel.close();
    }

    private void release() {
        if (received != null) {
            received.release();
            received = null;
        }
    }

    private void readOrNot() {
        channel.config().setAutoRead(!intake.isFull());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end();
    }
}
