package io.lyrebird.server.legacy;

import io.lyrebird.wire.txn.TxnDigest;
import java.util.List;

/**
 * What a snapshot says about itself. Apache writes snapshots while it goes on applying txns: everything up to the zxid in
 * the name is in there, and of what came until it was finished, something may be.
 *
 * @param finishKnown whether it says at which zxid it was finished
 * @param finishZxid the last txn that it can hold something of; the zxid in its name if it does not say so
 * @param digestZxid the txn that the digest belongs to; 0 if there is no digest
 * @param digest null if there is none
 * @param unknownAclPaths nodes whose ACL is not in it and has to come from the log
 */
record Snapshot(
        ZxidFile file,
        boolean finishKnown,
        long finishZxid,
        long digestZxid,
        TxnDigest digest,
        List<String> unknownAclPaths) {}
