package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of getChildren and getChildren2. */
public record GetChildrenRequest(String path, boolean watch) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBool(out, watch);
    }

    public static GetChildrenRequest decode(ByteBuf in) {
        return new GetChildrenRequest(Jute.readString(in), Jute.readBool(in));
    }
}
