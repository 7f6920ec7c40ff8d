package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The version is the ACL version the node has afterwards. */
public record SetAclTxn(String path, List<Acl> acl, int version) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Acl.encodeList(out, acl);
        out.writeInt(version);
    }

    public static SetAclTxn decode(ByteBuf in) {
        return new SetAclTxn(Jute.readString(in), Acl.decodeList(in), Jute.readInt(in));
    }

    @Override
    public int size() {
        return Jute.sizeOf(path) + Acl.sizeOfList(acl) + Integer.BYTES;
    }
}
