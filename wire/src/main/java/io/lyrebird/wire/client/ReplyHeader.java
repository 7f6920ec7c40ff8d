package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** What every frame to a client but the first begins with. A reply with an error has nothing after it. */
public record ReplyHeader(int xid, long zxid, int err) {
    public static final int BYTES = 2 * Integer.BYTES + Long.BYTES;

    public void encode(ByteBuf out) {
        out.writeInt(xid);
        out.writeLong(zxid);
        out.writeInt(err);
    }

    public static ReplyHeader decode(ByteBuf in) {
        return new ReplyHeader(Jute.readInt(in), Jute.readLong(in), Jute.readInt(in));
    }
}
