package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of getData. */
public record GetDataRequest(String path, boolean watch) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBool(out, watch);
    }

    public static GetDataRequest decode(ByteBuf in) {
        return new GetDataRequest(Jute.readString(in), Jute.readBool(in));
    }
}
