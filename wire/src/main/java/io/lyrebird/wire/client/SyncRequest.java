package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of sync. */
public record SyncRequest(String path) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static SyncRequest decode(ByteBuf in) {
        return new SyncRequest(Jute.readString(in));
    }
}
