package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Asks for the number of all descendants. */
public record GetAllChildrenNumberRequest(String path) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static GetAllChildrenNumberRequest decode(ByteBuf in) {
        return new GetAllChildrenNumberRequest(Jute.readString(in));
    }
}
