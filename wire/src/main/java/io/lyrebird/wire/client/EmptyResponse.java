package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Answers what has a reply of only a header: delete, ping, setWatches, checkWatches, removeWatches, closeSession. */
public record EmptyResponse() implements Response {
    @Override
    public void encode(ByteBuf out) {}

    public static EmptyResponse decode(ByteBuf in) {
        return new EmptyResponse();
    }
}
