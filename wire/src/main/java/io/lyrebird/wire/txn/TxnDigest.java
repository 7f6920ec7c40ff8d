package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The digest the tree has once the txn is applied, by the algorithm of this version. */
public record TxnDigest(int version, long treeDigest) {
    /** The version of the only algorithm there has been in a release. */
    public static final int APACHE_VERSION = 2;

    public static final int BYTES = Integer.BYTES + Long.BYTES;

    public void encode(ByteBuf out) {
        out.writeInt(version);
        out.writeLong(treeDigest);
    }

    public static TxnDigest decode(ByteBuf in) {
        return new TxnDigest(Jute.readInt(in), Jute.readLong(in));
    }
}
