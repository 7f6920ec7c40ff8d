package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The type is a {@link WatcherType}. */
public record CheckWatchesRequest(String path, int type) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        out.writeInt(type);
    }

    public static CheckWatchesRequest decode(ByteBuf in) {
        return new CheckWatchesRequest(Jute.readString(in), Jute.readInt(in));
    }
}
