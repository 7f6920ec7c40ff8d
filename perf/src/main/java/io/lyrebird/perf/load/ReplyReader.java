package io.lyrebird.perf.load;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.ReplyHeader;
import io.netty.buffer.ByteBuf;

/**
 * Finds the replies in the bytes of a connection, however these were cut, without copying them: of a reply only the xid
 * and the error are looked at, when its last byte has arrived.
 */
final class ReplyReader {
    private static final int PREFIX_BYTES = Integer.BYTES + ReplyHeader.BYTES;
    private static final int FRAME_BYTES_MAX = 64 << 20;

    interface Replies {
        void reply(int xid, int error);
    }

    private final byte[] prefix = new byte[PREFIX_BYTES];
    private int prefixBytes;
    private int xid;
    private int error;
    private int bodyBytesLeft;
    private boolean inBody;

    void read(ByteBuf in, Replies replies) {
        while (true) {
            if (!inBody && !readPrefix(in)) {
                return;
            }
            int skip = Math.min(bodyBytesLeft, in.readableBytes());
            in.skipBytes(skip);
            bodyBytesLeft -= skip;
            if (bodyBytesLeft > 0) {
                return;
            }
            inBody = false;
            replies.reply(xid, error);
        }
    }

    private boolean readPrefix(ByteBuf in) {
        if (prefixBytes == 0 && in.readableBytes() >= PREFIX_BYTES) {
            begin(in.readInt(), in.readInt());
            in.skipBytes(Long.BYTES);
            error = in.readInt();
            return true;
        }
        int take = Math.min(PREFIX_BYTES - prefixBytes, in.readableBytes());
        in.readBytes(prefix, prefixBytes, take);
        prefixBytes += take;
        if (prefixBytes < PREFIX_BYTES) {
            return false;
        }
        prefixBytes = 0;
        begin(intAt(0), intAt(Integer.BYTES));
        error = intAt(PREFIX_BYTES - Integer.BYTES);
        return true;
    }

    private void begin(int length, int frameXid) {
        if (length < ReplyHeader.BYTES || length > FRAME_BYTES_MAX) {
            throw new MalformedException("a reply of " + length + " bytes");
        }
        xid = frameXid;
        bodyBytesLeft = length - ReplyHeader.BYTES;
        inBody = true;
    }

    private int intAt(int index) {
        return prefix[index] << 24
                | (prefix[index + 1] & 0xff) << 16
                | (prefix[index + 2] & 0xff) << 8
                | prefix[index + 3] & 0xff;
    }
}
