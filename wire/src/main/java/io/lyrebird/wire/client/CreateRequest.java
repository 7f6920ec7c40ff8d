package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The body of create, create2 and createContainer; {@code flags} is a {@link CreateMode}'s. */
public record CreateRequest(String path, byte[] data, List<Acl> acl, int flags) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        Acl.encodeList(out, acl);
        out.writeInt(flags);
    }

    public static CreateRequest decode(ByteBuf in) {
        return new CreateRequest(Jute.readString(in), Jute.readBuffer(in), Acl.decodeList(in), Jute.readInt(in));
    }
}
