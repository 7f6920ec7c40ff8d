package io.lyrebird.server.request;

import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;

/**
 * What a request has become.
 *
 * @param digest the digest of the tree once this is applied; null if digests are disabled, and for a refused request, as
 *     Apache has it
 */
public record PreparedTxn(TxnHeader header, Txn txn, TxnDigest digest) {}
