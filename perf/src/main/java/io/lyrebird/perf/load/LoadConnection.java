package io.lyrebird.perf.load;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.PingRequest;
import io.lyrebird.wire.client.Xid;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * One session of the load: the handshake, the requests in flight, pings when it has nothing to ask. What is asked while
 * a batch of replies is read goes out in one write after the batch.
 */
final class LoadConnection extends ChannelInboundHandlerAdapter implements ReplyReader.Replies {
    private static final PreparedRequest PING = PreparedRequest.of(OpCode.PING, new PingRequest());
    private static final PreparedRequest CLOSE = PreparedRequest.of(OpCode.CLOSE_SESSION, new CloseSessionRequest());
    private static final int PASSWORD_BYTES = 16;
    private static final int CONNECT_RESPONSE_BYTES_MAX = 1024;

    private final LoadLoop loop;
    private final int timeoutMs;
    private final InFlight inFlight = new InFlight();
    private final ReplyReader reader = new ReplyReader();
    private ChannelHandlerContext context;
    private ByteBuf out;
    private ByteBuf handshake;
    private int lastXid;
    private int nextReplyXid = 1;
    private long lastSendNanos;
    private int negotiatedTimeoutMs;
    private boolean closing;

    /** What this connection asks for at present; null between runs. */
    Workload workload;

    LoadConnection(LoadLoop loop, int timeoutMs) {
        this.loop = loop;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public void channelActive(ChannelHandlerContext activated) {
        context = activated;
        handshake = activated.alloc().buffer(CONNECT_RESPONSE_BYTES_MAX);
        ByteBuf request = activated.alloc().directBuffer();
        request.writeInt(0);
        new ConnectRequest(0, 0, timeoutMs, 0, new byte[PASSWORD_BYTES], false, true).encode(request);
        request.setInt(0, request.readableBytes() - Integer.BYTES);
        lastSendNanos = loop.nowNanos();
        activated.writeAndFlush(request, activated.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext ignored, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            loop.readBegins();
            if (handshake == null || readHandshake(in)) {
                reader.read(in, this);
            }
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ignored) {
        flush();
    }

    /** True when the session is there. */
    private boolean readHandshake(ByteBuf in) {
        handshake.writeBytes(in, Math.min(in.readableBytes(), handshake.writableBytes()));
        if (handshake.readableBytes() < Integer.BYTES) {
            return false;
        }
        int length = handshake.getInt(handshake.readerIndex());
        if (length < 0 || length > CONNECT_RESPONSE_BYTES_MAX - Integer.BYTES) {
            throw new MalformedException("a connect response of " + length + " bytes");
        }
        if (handshake.readableBytes() < Integer.BYTES + length) {
            return false;
        }
        ConnectResponse response = ConnectResponse.decode(handshake.slice(Integer.BYTES, length));
        // Nothing was asked yet, so nothing can follow.
        handshake.release();
        handshake = null;
        if (response.timeoutMs() <= 0) {
            throw new IllegalStateException("the server refused the session");
        }
        negotiatedTimeoutMs = response.timeoutMs();
        loop.connected(this);
        return true;
    }

    @Override
    public void reply(int xid, int error) {
        if (xid < 0) {
            if (xid == Xid.NOTIFICATION) {
                loop.notified();
            }
            return;
        }
        if (closing && inFlight.isEmpty()) {
            return;
        }
        if (xid != nextReplyXid) {
            throw new MalformedException("the reply to request " + xid + " came when " + nextReplyXid + " was next");
        }
        nextReplyXid = following(nextReplyXid);
        Operation operation = inFlight.oldestOperation();
        long startNanos = inFlight.oldestStartNanos();
        inFlight.removeOldest();
        loop.answered(this, operation, startNanos, error);
    }

    /** Puts the workload's next request into the batch. False if there is none. */
    boolean ask(long startNanos) {
        ByteBuf batch = batch();
        int xid = following(lastXid);
        Operation operation = workload.next(batch, xid);
        if (operation == null) {
            return false;
        }
        lastXid = xid;
        inFlight.add(operation, startNanos);
        return true;
    }

    void flush() {
        if (out == null || !out.isReadable()) {
            return;
        }
        ByteBuf batch = out;
        out = null;
        lastSendNanos = loop.nowNanos();
        context.writeAndFlush(batch, context.voidPromise());
    }

    boolean canAsk() {
        return !inFlight.isFull();
    }

    InFlight inFlight() {
        return inFlight;
    }

    int pingEveryMs() {
        return negotiatedTimeoutMs / 3;
    }

    void pingIfIdle(long nowNanos) {
        boolean connected = negotiatedTimeoutMs > 0;
        if (connected && !closing && nowNanos - lastSendNanos >= pingEveryMs() * 1_000_000L / 2) {
            PING.appendTo(batch(), Xid.PING);
            flush();
        }
    }

    /** Ends the session; the server closes the connection after it has answered. */
    void close() {
        closing = true;
        if (context == null || !context.channel().isActive()) {
            return;
        }
        lastXid = following(lastXid);
        CLOSE.appendTo(batch(), lastXid);
        flush();
    }

    /** Drops the connection and lets the session expire. */
    void abandon() {
        closing = true;
        if (context != null) {
            context.close();
        }
    }

    boolean isClosing() {
        return closing;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ignored) {
        releaseBuffers();
        loop.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        loop.failed(cause);
        failed.close();
    }

    private void releaseBuffers() {
        if (handshake != null) {
            handshake.release();
            handshake = null;
        }
        if (out != null) {
            out.release();
            out = null;
        }
    }

    private ByteBuf batch() {
        if (out == null) {
            out = context.alloc().directBuffer();
        }
        return out;
    }

    private static int following(int xid) {
        return xid == Integer.MAX_VALUE ? 1 : xid + 1;
    }
}
