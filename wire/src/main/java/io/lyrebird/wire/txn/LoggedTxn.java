package io.lyrebird.wire.txn;

/** A txn as it is logged and proposed; the digest is null if there is none. */
public record LoggedTxn(TxnHeader header, Txn txn, TxnDigest digest) {}
