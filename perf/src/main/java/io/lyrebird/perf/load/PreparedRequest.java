package io.lyrebird.perf.load;

import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** A request's whole frame, encoded once; what differs from one sending to the next is written over the copy. */
final class PreparedRequest {
    private static final int XID_AT = Integer.BYTES;

    /** Where a body begins; the bodies used here begin with a path, whose text follows its length. */
    static final int PATH_AT = Integer.BYTES + RequestHeader.BYTES + Integer.BYTES;

    private final byte[] frame;

    private PreparedRequest(byte[] frame) {
        this.frame = frame;
    }

    static PreparedRequest of(int opCode, Request body) {
        ByteBuf out = Unpooled.buffer();
        out.writeInt(0);
        new RequestHeader(0, opCode).encode(out);
        RequestCodec.encode(opCode, body, out);
        out.setInt(0, out.readableBytes() - Integer.BYTES);
        return new PreparedRequest(ByteBufUtil.getBytes(out));
    }

    /** Appends the frame and gives the index at which it begins. */
    int appendTo(ByteBuf out, int xid) {
        int start = out.writerIndex();
        out.writeBytes(frame);
        out.setInt(start + XID_AT, xid);
        return start;
    }

    int length() {
        return frame.length;
    }
}
