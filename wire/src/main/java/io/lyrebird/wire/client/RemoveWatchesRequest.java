package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The type is a {@link WatcherType}. */
public record RemoveWatchesRequest(String path, int type) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        out.writeInt(type);
    }

    public static RemoveWatchesRequest decode(ByteBuf in) {
        return new RemoveWatchesRequest(Jute.readString(in), Jute.readInt(in));
    }
}
