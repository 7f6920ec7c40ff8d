package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Asks for the ephemerals of the asking session. */
public record GetEphemeralsRequest(String prefixPath) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, prefixPath);
    }

    public static GetEphemeralsRequest decode(ByteBuf in) {
        return new GetEphemeralsRequest(Jute.readString(in));
    }
}
