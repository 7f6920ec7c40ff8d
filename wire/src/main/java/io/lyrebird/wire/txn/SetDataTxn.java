package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of setData and reconfig; the version is the one the node has afterwards. */
public record SetDataTxn(String path, byte[] data, int version) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        Jute.writeBuffer(out, data);
        out.writeInt(version);
    }

    public static SetDataTxn decode(ByteBuf in) {
        return new SetDataTxn(Jute.readString(in), Jute.readBuffer(in), Jute.readInt(in));
    }

    @Override
    public int size() {
        return Jute.sizeOf(path) + Jute.sizeOf(data) + Integer.BYTES;
    }
}
