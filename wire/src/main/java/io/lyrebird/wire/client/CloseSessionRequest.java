package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Ends a session. There is no body. */
public record CloseSessionRequest() implements Request {
    @Override
    public void encode(ByteBuf out) {}

    public static CloseSessionRequest decode(ByteBuf in) {
        return new CloseSessionRequest();
    }
}
