package io.lyrebird.server.net;

import io.lyrebird.wire.client.RequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.IntPredicate;

/**
 * What one connection has received and not yet served. Usually that is nothing between two reads from the socket: the
 * buffer that was read into is served and given back. A rest is copied into a buffer that grows with what really arrives,
 * whatever length a frame claims to have.
 */
final class Incoming {
    private static final int REST_CAPACITY_MIN = 256;
    /** An emptier buffer than this is replaced by a smaller one. */
    private static final int FULLNESS_MIN = 8;

    private final Channel channel;
    private ByteBuf buffer;
    private boolean isCopy;
    private int frameStart;
    private int received;

    Incoming(Channel channel) {
        this.channel = channel;
    }

    /** Everything that waits to be served; null if there is nothing. */
    ByteBuf buffer() {
        return buffer;
    }

    int bytes() {
        return buffer == null ? 0 : buffer.readableBytes();
    }

    int capacity() {
        return buffer == null ? 0 : buffer.capacity();
    }

    /** Whether the four bytes are there that say how long the next frame is. */
    boolean hasLength() {
        return buffer != null && buffer.readableBytes() >= Integer.BYTES;
    }

    int length() {
        return buffer.getInt(buffer.readerIndex());
    }

    /** Whether the next frame, which has this length, is there as a whole. */
    boolean hasFrame(int length) {
        return buffer.readableBytes() - Integer.BYTES >= length;
    }

    /** The body of the next frame, with which the buffer ends until {@link #endFrame}: nothing can read beyond it. */
    ByteBuf beginFrame(int length) {
        frameStart = buffer.readerIndex();
        received = buffer.writerIndex();
        int bodyStart = frameStart + Integer.BYTES;
        return buffer.setIndex(bodyStart, bodyStart + length);
    }

    /**
     * Looks at the types of the whole requests behind the frame that has begun, without reading them.
     *
     * @return how many of them are passed before the first that is looked for; -1 if there is none, or if one is in
     *     between that is not to be passed
     */
    int countUntil(IntPredicate lookedFor, IntPredicate passed) {
        int count = 0;
        int start = buffer.writerIndex();
        while (received - start >= Integer.BYTES + RequestHeader.BYTES) {
            int length = buffer.getInt(start);
            if (length < RequestHeader.BYTES || length > received - start - Integer.BYTES) {
                return -1;
            }
            int opCode = buffer.getInt(start + Integer.BYTES + Integer.BYTES);
            if (lookedFor.test(opCode)) {
                return count;
            }
            if (!passed.test(opCode)) {
                return -1;
            }
            count++;
            start += Integer.BYTES + length;
        }
        return -1;
    }

    /** Goes behind the frame, or back to where it begins if it was not served. */
    void endFrame(boolean served) {
        buffer.setIndex(served ? buffer.writerIndex() : frameStart, received);
    }

    /** Takes over what was read. */
    void add(ByteBuf read) {
        if (buffer == null) {
            buffer = read;
            return;
        }
        buffer.discardSomeReadBytes();
        buffer.writeBytes(read);
        read.release();
    }

    /** Gives back what has been served; a rest moves into a buffer of its own, of about its size. */
    void compact() {
        if (buffer == null) {
            return;
        }
        int rest = buffer.readableBytes();
        if (rest == 0) {
            release();
        } else if (!isCopy || buffer.capacity() > Math.max(REST_CAPACITY_MIN, FULLNESS_MIN * rest)) {
            ByteBuf copy = channel.alloc().buffer(Math.max(REST_CAPACITY_MIN, 2 * rest));
            copy.writeBytes(buffer);
            release();
            buffer = copy;
            isCopy = true;
        }
    }

    void release() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
            isCopy = false;
        }
    }
}
