package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers getData and reconfig. */
public record GetDataResponse(byte[] data, Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeBuffer(out, data);
        stat.encode(out);
    }

    public static GetDataResponse decode(ByteBuf in) {
        return new GetDataResponse(Jute.readBuffer(in), Stat.decode(in));
    }
}
