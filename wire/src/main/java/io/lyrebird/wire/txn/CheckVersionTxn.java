package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Part of a multi; changes nothing. */
public record CheckVersionTxn(String path, int version) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
        out.writeInt(version);
    }

    public static CheckVersionTxn decode(ByteBuf in) {
        return new CheckVersionTxn(Jute.readString(in), Jute.readInt(in));
    }

    @Override
    public int size() {
        return Jute.sizeOf(path) + Integer.BYTES;
    }
}
