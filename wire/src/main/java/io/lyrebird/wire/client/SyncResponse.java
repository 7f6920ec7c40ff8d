package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Answers sync. */
public record SyncResponse(String path) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static SyncResponse decode(ByteBuf in) {
        return new SyncResponse(Jute.readString(in));
    }
}
