package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * The txns of this server in zxid order, and how far each of three things has come:
 *
 * <pre>
 *   delivered ≤ last logged      committed, told to the tree
 *   durable   ≤ last logged      on disk
 * </pre>
 *
 * It outlives the roles: what one of them has logged is the history the next one starts with. The tree only ever holds
 * what is committed, so that no later truncation of the log can reach it.
 */
final class History {
    /** Logged by this process and not yet both delivered and durable. */
    private final TxnRing inFlight = new TxnRing();

    private final long recoveredZxid;
    private long lastLoggedZxid;
    private long durableZxid;
    private long deliveredZxid;
    /** How many of {@link #inFlight}, from the first, are delivered. */
    private int deliveredInFlight;

    History(Persisted persisted) {
        recoveredZxid = persisted.lastLoggedZxid();
        lastLoggedZxid = recoveredZxid;
        durableZxid = recoveredZxid;
        deliveredZxid = persisted.deliveredZxid();
    }

    long lastLoggedZxid() {
        return lastLoggedZxid;
    }

    long durableZxid() {
        return durableZxid;
    }

    long deliveredZxid() {
        return deliveredZxid;
    }

    void append(long zxid, byte[] txn, Effects effects) {
        Check.that(Zxid.follows(zxid, lastLoggedZxid), "a txn follows the one before it");
        lastLoggedZxid = zxid;
        inFlight.addLast(zxid, txn);
        effects.append(zxid, txn);
    }

    void durable(long zxid) {
        Check.that(zxid <= lastLoggedZxid, "only what was appended can be durable");
        Check.that(zxid >= durableZxid, "what is durable stays so");
        durableZxid = zxid;
        forget();
    }

    /** Everything up to this zxid is committed. */
    void deliver(long zxid, Effects effects) {
        Check.that(zxid <= lastLoggedZxid, "what is committed was logged");
        if (zxid <= deliveredZxid) {
            return;
        }
        if (deliveredZxid < recoveredZxid) {
            deliveredZxid = Math.min(zxid, recoveredZxid);
            effects.deliverLogged(deliveredZxid);
        }
        while (deliveredInFlight < inFlight.size() && inFlight.zxid(deliveredInFlight) <= zxid) {
            deliveredZxid = inFlight.zxid(deliveredInFlight);
            effects.deliver(deliveredZxid, inFlight.txn(deliveredInFlight));
            deliveredInFlight++;
        }
        forget();
    }

    private void forget() {
        while (deliveredInFlight > 0 && inFlight.zxid(0) <= durableZxid) {
            inFlight.removeFirst();
            deliveredInFlight--;
        }
    }
}
