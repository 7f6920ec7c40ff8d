package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The body of delete and deleteContainer. */
public record DeleteTxn(String path) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static DeleteTxn decode(ByteBuf in) {
        return new DeleteTxn(Jute.readString(in));
    }

    @Override
    public int size() {
        return Jute.sizeOf(path);
    }
}
