package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Answers getACL. */
public record GetAclResponse(List<Acl> acl, Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Acl.encodeList(out, acl);
        stat.encode(out);
    }

    public static GetAclResponse decode(ByteBuf in) {
        return new GetAclResponse(Acl.decodeList(in), Stat.decode(in));
    }
}
