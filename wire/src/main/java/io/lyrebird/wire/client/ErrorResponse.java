package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers addWatch, with 0; and is the body of a failed operation in a multi. */
public record ErrorResponse(int err) implements Response {
    @Override
    public void encode(ByteBuf out) {
        out.writeInt(err);
    }

    public static ErrorResponse decode(ByteBuf in) {
        return new ErrorResponse(Jute.readInt(in));
    }
}
