package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Version -1 matches any. */
public record SetDataRequest(String path, byte[] data, int version) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        out.writeInt(version);
    }

    public static SetDataRequest decode(ByteBuf in) {
        return new SetDataRequest(Jute.readString(in), Jute.readBuffer(in), Jute.readInt(in));
    }
}
