package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/**
 * Who did it, in what order, when and what.
 *
 * @param clientId the session's id
 * @param cxid the xid of the client's request
 * @param time wall-clock milliseconds on the leader that proposed it
 * @param type an {@link io.lyrebird.wire.client.OpCode}
 */
public record TxnHeader(long clientId, int cxid, long zxid, long time, int type) {
    public static final int BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;

    public void encode(ByteBuf out) {
        out.writeLong(clientId);
        out.writeInt(cxid);
        out.writeLong(zxid);
        out.writeLong(time);
        out.writeInt(type);
    }

    public static TxnHeader decode(ByteBuf in) {
        return new TxnHeader(
                Jute.readLong(in), Jute.readInt(in), Jute.readLong(in), Jute.readLong(in), Jute.readInt(in));
    }
}
