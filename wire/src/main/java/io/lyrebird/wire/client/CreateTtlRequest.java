package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The body of createTTL; the ttl is in milliseconds. */
public record CreateTtlRequest(String path, byte[] data, List<Acl> acl, int flags, long ttl) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        Acl.encodeList(out, acl);
        out.writeInt(flags);
        out.writeLong(ttl);
    }

    public static CreateTtlRequest decode(ByteBuf in) {
        return new CreateTtlRequest(
                Jute.readString(in), Jute.readBuffer(in), Acl.decodeList(in), Jute.readInt(in), Jute.readLong(in));
    }
}
