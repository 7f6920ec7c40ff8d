package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The mode is a {@link WatchMode}. */
public record AddWatchRequest(String path, int mode) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        out.writeInt(mode);
    }

    public static AddWatchRequest decode(ByteBuf in) {
        return new AddWatchRequest(Jute.readString(in), Jute.readInt(in));
    }
}
