package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Asks for the identities of the asking session. There is no body. */
public record WhoAmIRequest() implements Request {
    @Override
    public void encode(ByteBuf out) {}

    public static WhoAmIRequest decode(ByteBuf in) {
        return new WhoAmIRequest();
    }
}
