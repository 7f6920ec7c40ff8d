package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers create. */
public record CreateResponse(String path) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static CreateResponse decode(ByteBuf in) {
        return new CreateResponse(Jute.readString(in));
    }
}
