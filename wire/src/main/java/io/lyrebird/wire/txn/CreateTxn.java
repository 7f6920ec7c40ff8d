package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The body of create and create2.
 *
 * @param parentCVersion the child version the parent has afterwards, or {@link #PARENT_CVERSION_UNKNOWN}
 */
public record CreateTxn(String path, byte[] data, List<Acl> acl, boolean ephemeral, int parentCVersion) implements Txn {
    /** From the logs of 3.3 and older, which did not have it: the parent's child version is to be counted up by one. */
    public static final int PARENT_CVERSION_UNKNOWN = -1;

    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        Acl.encodeList(out, acl);
        Jute.writeBool(out, ephemeral);
        out.writeInt(parentCVersion);
    }

    public static CreateTxn decode(ByteBuf in) {
        return new CreateTxn(
                Jute.readString(in), Jute.readBuffer(in), Acl.decodeList(in), Jute.readBool(in), Jute.readInt(in));
    }

    /** Of a create that may end before the parent's child version; the buffer must end where the txn ends. */
    static CreateTxn decodeMaybeV0(ByteBuf in) {
        return new CreateTxn(
                Jute.readString(in),
                Jute.readBuffer(in),
                Acl.decodeList(in),
                Jute.readBool(in),
                in.isReadable() ? Jute.readInt(in) : PARENT_CVERSION_UNKNOWN);
    }

    @Override
    public int size() {
        return Jute.sizeOf(path) + Jute.sizeOf(data) + Acl.sizeOfList(acl) + 1 + Integer.BYTES;
    }
}
