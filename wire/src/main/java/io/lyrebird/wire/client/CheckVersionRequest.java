package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of check, which is only legal inside a multi. */
public record CheckVersionRequest(String path, int version) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        out.writeInt(version);
    }

    public static CheckVersionRequest decode(ByteBuf in) {
        return new CheckVersionRequest(Jute.readString(in), Jute.readInt(in));
    }
}
