package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** A request whose type has no meaning here; its body was not looked at. */
public record UnknownRequest(int type) implements Request {
    @Override
    public void encode(ByteBuf out) {
        throw new UnsupportedOperationException("no body is known for the type " + type);
    }
}
