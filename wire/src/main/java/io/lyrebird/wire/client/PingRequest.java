package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Keeps a session alive. There is no body. */
public record PingRequest() implements Request {
    @Override
    public void encode(ByteBuf out) {}

    public static PingRequest decode(ByteBuf in) {
        return new PingRequest();
    }
}
