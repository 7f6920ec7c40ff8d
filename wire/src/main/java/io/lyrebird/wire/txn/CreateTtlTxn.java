package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** A node that goes when it has had no children and no change for {@code ttl} milliseconds. */
public record CreateTtlTxn(String path, byte[] data, List<Acl> acl, int parentCVersion, long ttl) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        Acl.encodeList(out, acl);
        out.writeInt(parentCVersion);
        out.writeLong(ttl);
    }

    public static CreateTtlTxn decode(ByteBuf in) {
        return new CreateTtlTxn(
                Jute.readString(in), Jute.readBuffer(in), Acl.decodeList(in), Jute.readInt(in), Jute.readLong(in));
    }

    @Override
    public int size() {
        return Jute.sizeOf(path) + Jute.sizeOf(data) + Acl.sizeOfList(acl) + Integer.BYTES + Long.BYTES;
    }
}
