package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of getACL. */
public record GetAclRequest(String path) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static GetAclRequest decode(ByteBuf in) {
        return new GetAclRequest(Jute.readString(in));
    }
}
