package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** A session, whose id is the header's client id. */
public record CreateSessionTxn(int timeoutMs) implements Txn {
    @Override
    public void encode(ByteBuf out) {
        out.writeInt(timeoutMs);
    }

    public static CreateSessionTxn decode(ByteBuf in) {
        return new CreateSessionTxn(Jute.readInt(in));
    }

    @Override
    public int size() {
        return Integer.BYTES;
    }
}
