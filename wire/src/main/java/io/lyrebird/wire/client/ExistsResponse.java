package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Answers exists. */
public record ExistsResponse(Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        stat.encode(out);
    }

    public static ExistsResponse decode(ByteBuf in) {
        return new ExistsResponse(Stat.decode(in));
    }
}
