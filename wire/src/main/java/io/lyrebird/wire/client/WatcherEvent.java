package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of a notification: {@link EventType}, {@link KeeperState}, and the path it happened at. */
public record WatcherEvent(int type, int state, String path) {
    public void encode(ByteBuf out) {
        out.writeInt(type);
        out.writeInt(state);
        Jute.writeString(out, path);
    }

    public static WatcherEvent decode(ByteBuf in) {
        return new WatcherEvent(Jute.readInt(in), Jute.readInt(in), Jute.readString(in));
    }
}
