package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers sasl. */
public record SaslResponse(byte[] token) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeBuffer(out, token);
    }

    public static SaslResponse decode(ByteBuf in) {
        return new SaslResponse(Jute.readBuffer(in));
    }
}
