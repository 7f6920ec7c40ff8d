package io.lyrebird.server.net;

import io.lyrebird.server.metrics.ConnectionStats;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * What one connection is about to send: frames are encoded one behind the other into one buffer, which is written when the
 * turn of the loop ends or when it is full.
 */
final class Outgoing {
    /** A fuller buffer is written at once, so that no buffer has to grow far. */
    private static final int FULL_BYTES = 64 * 1024;

    private static final int FIRST_BYTES_MIN = 256;
    private static final int FIRST_BYTES_MAX = 32 * 1024;
    private static final int PREFIX_BYTES = Integer.BYTES + ReplyHeader.BYTES;
    private static final int ERR_OFFSET = Integer.BYTES + Integer.BYTES + Long.BYTES;

    private final Channel channel;
    private ByteBuf buffer;
    private int firstBytes = FIRST_BYTES_MIN;
    private int frameStart;
    private int frames;
    private int replyBytesMin = Integer.MAX_VALUE;
    private int replyBytesMax;
    private final ConnectionStats stats;
    private final Recorder recorder;

    Outgoing(Channel channel, ConnectionStats stats, Recorder recorder) {
        this.channel = channel;
        this.stats = stats;
        this.recorder = recorder;
    }

    ByteBufAllocator allocator() {
        return channel.alloc();
    }

    boolean isFull() {
        return buffer != null && buffer.readableBytes() >= FULL_BYTES;
    }

    private ByteBuf buffer() {
        if (buffer == null) {
            buffer = channel.alloc().ioBuffer(firstBytes);
        }
        return buffer;
    }

    /** Begins a reply: the header is there, and the body goes into the buffer that this gives. */
    ByteBuf beginReply(int xid, long zxid, int err) {
        ByteBuf out = buffer();
        frameStart = out.writerIndex();
        out.ensureWritable(PREFIX_BYTES);
        out.writeInt(0);
        out.writeInt(xid);
        out.writeLong(zxid);
        out.writeInt(err);
        return out;
    }

    /** Ends a reply whose body is complete. */
    void endReply() {
        int bytes = buffer.writerIndex() - frameStart - Integer.BYTES;
        buffer.setInt(frameStart, bytes);
        replyBytesMin = Math.min(replyBytesMin, bytes);
        replyBytesMax = Math.max(replyBytesMax, bytes);
        frames++;
    }

    /** Ends a reply with an error, and drops the body as far as it is there. */
    void endReply(int err) {
        buffer.writerIndex(frameStart + PREFIX_BYTES);
        buffer.setInt(frameStart + ERR_OFFSET, err);
        endReply();
    }

    void reply(int xid, long zxid, int err, Response body) {
        ByteBuf out = beginReply(xid, zxid, err);
        if (body != null) {
            body.encode(out);
        }
        endReply();
    }

    void encodedReply(int xid, long zxid, int err, byte[] body) {
        ByteBuf out = beginReply(xid, zxid, err);
        if (body != null) {
            out.writeBytes(body);
        }
        endReply();
    }

    /** A whole frame, its length included. */
    void frame(byte[] frame) {
        buffer().writeBytes(frame);
        frames++;
    }

    /** Puts whole frames in front of the reply that has just ended. */
    void insertBeforeLastReply(ByteBuf earlier, int count) {
        ByteBuf reply = buffer.copy(frameStart, buffer.writerIndex() - frameStart);
        try {
            buffer.writerIndex(frameStart);
            buffer.writeBytes(earlier);
            frameStart = buffer.writerIndex();
            buffer.writeBytes(reply);
            frames += count;
        } finally {
            reply.release();
        }
    }

    /** Bytes that are no frame: the answer to a four letter word, or a ConnectResponse with its length. */
    ByteBuf raw() {
        frames++;
        return buffer();
    }

    /** Hands the buffer to the channel, without a flush. */
    void write() {
        if (buffer == null) {
            return;
        }
        ByteBuf written = buffer;
        buffer = null;
        int bytes = written.readableBytes();
        adapt(bytes);
        count(bytes);
        channel.write(written, channel.voidPromise());
    }

    /** Sends as much as the client takes. */
    void flush() {
        write();
        channel.flush();
    }

    /** Sends everything, unless it is abandoned, and closes the channel behind it. */
    void writeAndClose(boolean abandoned) {
        if (abandoned) {
            channel.close();
        } else {
            write();
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** What was written and not yet taken by the client. */
    long waitingBytes() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    private void count(int bytes) {
        stats.sent(frames);
        recorder.count(Counter.PACKETS_SENT, frames);
        recorder.count(Counter.RESPONSE_BYTES, bytes);
        frames = 0;
        if (replyBytesMax > 0) {
            recorder.record(Distribution.RESPONSE_SIZE, replyBytesMin);
            recorder.record(Distribution.RESPONSE_SIZE, replyBytesMax);
            replyBytesMin = Integer.MAX_VALUE;
            replyBytesMax = 0;
        }
    }

    private void adapt(int bytes) {
        if (bytes > firstBytes) {
            firstBytes = Math.min(FIRST_BYTES_MAX, Integer.highestOneBit(bytes - 1) << 1);
        } else if (bytes < firstBytes >> 2) {
            firstBytes = Math.max(FIRST_BYTES_MIN, firstBytes >> 1);
        }
    }

    void release() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }
}
