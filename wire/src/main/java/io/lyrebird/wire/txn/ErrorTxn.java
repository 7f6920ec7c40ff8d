package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** A write that failed; it takes a zxid and changes nothing. */
public record ErrorTxn(int err) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        out.writeInt(err);
    }

    public static ErrorTxn decode(ByteBuf in) {
        return new ErrorTxn(Jute.readInt(in));
    }

    @Override
    public int size() {
        return Integer.BYTES;
    }
}
