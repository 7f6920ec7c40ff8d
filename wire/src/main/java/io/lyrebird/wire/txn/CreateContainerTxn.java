package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** A node that goes when its last child has gone. */
public record CreateContainerTxn(String path, byte[] data, List<Acl> acl, int parentCVersion) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        Acl.encodeList(out, acl);
        out.writeInt(parentCVersion);
    }

    public static CreateContainerTxn decode(ByteBuf in) {
        return new CreateContainerTxn(Jute.readString(in), Jute.readBuffer(in), Acl.decodeList(in), Jute.readInt(in));
    }

    @Override
    public int size() {
        return Jute.sizeOf(path) + Jute.sizeOf(data) + Acl.sizeOfList(acl) + Integer.BYTES;
    }
}
