package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Version -1 matches any; it is the ACL's version that is compared. */
public record SetAclRequest(String path, List<Acl> acl, int version) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Acl.encodeList(out, acl);
        out.writeInt(version);
    }

    public static SetAclRequest decode(ByteBuf in) {
        return new SetAclRequest(Jute.readString(in), Acl.decodeList(in), Jute.readInt(in));
    }
}
