package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of exists. */
public record ExistsRequest(String path, boolean watch) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBool(out, watch);
    }

    public static ExistsRequest decode(ByteBuf in) {
        return new ExistsRequest(Jute.readString(in), Jute.readBool(in));
    }
}
