package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** What every frame from a client but the first begins with. */
public record RequestHeader(int xid, int type) {
    public static final int BYTES = 2 * Integer.BYTES;

    public void encode(ByteBuf out) {
        out.writeInt(xid);
        out.writeInt(type);
    }

    public static RequestHeader decode(ByteBuf in) {
        return new RequestHeader(Jute.readInt(in), Jute.readInt(in));
    }
}
