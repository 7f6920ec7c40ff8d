package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of auth; the type is 0 and not looked at. */
public record AuthPacket(int type, String scheme, byte[] auth) implements Request {
    @Override
    public void encode(ByteBuf out) {
        out.writeInt(type);
        Jute.writeString(out, scheme);
        Jute.writeBuffer(out, auth);
    }

    public static AuthPacket decode(ByteBuf in) {
        return new AuthPacket(Jute.readInt(in), Jute.readString(in), Jute.readBuffer(in));
    }
}
