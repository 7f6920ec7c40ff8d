package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Version -1 matches any. */
public record DeleteRequest(String path, int version) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        out.writeInt(version);
    }

    public static DeleteRequest decode(ByteBuf in) {
        return new DeleteRequest(Jute.readString(in), Jute.readInt(in));
    }
}
