package io.lyrebird.server.legacy;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.zab.Zxid;

/**
 * Whether the tree is the one that Apache had: a snapshot that was written while txns were applied becomes exact once all of
 * those are replayed; from then on the tree must have the digest that each txn carries.
 */
final class Exactness {
    private final Tree tree;
    private final Snapshot snapshot;
    private final ImportSettings settings;
    private final Notices notices;
    private boolean exact;
    private boolean warned;

    /** @param snapshot null if there is none: then the tree is exact from the start */
    Exactness(Tree tree, Snapshot snapshot, ImportSettings settings, Notices notices) {
        this.tree = tree;
        this.snapshot = snapshot;
        this.settings = settings;
        this.notices = notices;
        exact = snapshot == null || snapshot.finishKnown();
    }

    void applied(LoggedTxn txn, ZxidFile from) throws ApacheDataException {
        long zxid = txn.header().zxid();
        boolean maybeFuzzy = snapshot != null && zxid <= snapshot.finishZxid();
        if (maybeFuzzy || !comparable(txn.digest())) {
            return;
        }
        boolean equal = txn.digest().treeDigest() == tree.digest();
        if (exact && !equal) {
            inexact("After the txn 0x" + Long.toHexString(zxid) + " of " + from + " the digest of the tree is "
                    + Long.toHexString(tree.digest()) + " and should be "
                    + Long.toHexString(txn.digest().treeDigest()) + ": something before it is missing or wrong");
        }
        // A snapshot that does not say when it was finished was finished, at the latest, where the digests begin to
        // agree.
        exact = exact || equal;
    }

    private boolean comparable(TxnDigest digest) {
        return digest != null && digest.version() == TxnDigest.APACHE_VERSION && tree.digestEnabled();
    }

    /** The logs have ended here. */
    void ended(long lastZxid) throws ApacheDataException {
        if (snapshot == null) {
            return;
        }
        long neededZxid = lastNeededZxid();
        if (lastZxid < neededZxid) {
            inexact("The snapshot " + snapshot.file() + " was being written until zxid 0x"
                    + Long.toHexString(neededZxid) + ", but the logs end at 0x" + Long.toHexString(lastZxid)
                    + ": it holds some of the txns between them, and it cannot be known which");
        }
        boolean quiet = lastZxid == snapshot.finishZxid() && lastZxid == snapshot.digestZxid();
        if (quiet && comparable(snapshot.digest()) && snapshot.digest().treeDigest() != tree.digest()) {
            inexact("The digest of the nodes in " + snapshot.file() + " is " + Long.toHexString(tree.digest())
                    + " and should be " + Long.toHexString(snapshot.digest().treeDigest()));
        }
    }

    /** Where a leader begins its epoch there is no txn that could be in a log. */
    private long lastNeededZxid() {
        return Zxid.counter(snapshot.finishZxid()) == 0
                ? Math.max(snapshot.file().zxid(), snapshot.digestZxid())
                : snapshot.finishZxid();
    }

    private void inexact(String what) throws ApacheDataException {
        if (!settings.acceptInexact()) {
            throw new ApacheDataException(
                    what + ". Put back the files that are missing, or take over the data of another"
                            + " server of the ensemble. To take it over as it is: lyrebird import --inexact");
        }
        if (!warned) {
            notices.warn(what + ". It is taken over as it is");
            warned = true;
        }
    }
}
