package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of sasl. */
public record SaslRequest(byte[] token) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeBuffer(out, token);
    }

    public static SaslRequest decode(ByteBuf in) {
        return new SaslRequest(Jute.readBuffer(in));
    }
}
