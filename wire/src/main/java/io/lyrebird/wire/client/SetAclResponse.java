package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/** Answers setACL. */
public record SetAclResponse(Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        stat.encode(out);
    }

    public static SetAclResponse decode(ByteBuf in) {
        return new SetAclResponse(Stat.decode(in));
    }
}
