package io.lyrebird.wire.txn;

import io.netty.buffer.ByteBuf;

/**
 * What a committed write does to the tree. Its type is the header's, or its {@link MultiTxn.SubTxn}'s, since several
 * types share a body. Records with a {@code byte[]} compare by their encoded bytes, not by equals.
 */
public sealed interface Txn
        permits CheckVersionTxn,
                CloseSessionTxn,
                CreateContainerTxn,
                CreateSessionTxn,
                CreateTtlTxn,
                CreateTxn,
                DeleteTxn,
                ErrorTxn,
                MultiTxn,
                SetAclTxn,
                SetDataTxn {
    void encode(ByteBuf out);

    /** The exact number of bytes {@link #encode} writes. */
    int size();
}
