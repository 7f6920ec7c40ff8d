package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Answers setData. */
public record SetDataResponse(Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        stat.encode(out);
    }

    public static SetDataResponse decode(ByteBuf in) {
        return new SetDataResponse(Stat.decode(in));
    }
}
