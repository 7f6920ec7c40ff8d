package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers getAllChildrenNumber. */
public record GetAllChildrenNumberResponse(int totalNumber) implements Response {
    @Override
    public void encode(ByteBuf out) {
        out.writeInt(totalNumber);
    }

    public static GetAllChildrenNumberResponse decode(ByteBuf in) {
        return new GetAllChildrenNumberResponse(Jute.readInt(in));
    }
}
