package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers create2, createTTL and createContainer. */
public record Create2Response(String path, Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        stat.encode(out);
    }

    public static Create2Response decode(ByteBuf in) {
        return new Create2Response(Jute.readString(in), Stat.decode(in));
    }
}
