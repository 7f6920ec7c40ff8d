package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * Leads, in Zab's three phases. The new epoch is one above every accepted epoch heard of, and is used once its
 * acceptance is on disk (discovery); the history this leader starts with, then the epoch itself, are on the disks of a
 * quorum (synchronisation); only then is that history committed and are new txns proposed (broadcast).
 */
final class Leading extends RoleState {
    private enum Phase {
        DISCOVERY,
        SYNCHRONISATION,
        BROADCAST
    }

    private final History history;
    private final Epochs epochs;
    private final long epoch;
    /** The last txn of the history this leader starts with. */
    private final long initialZxid;

    private Phase phase = Phase.DISCOVERY;
    private long lastProposedZxid;

    Leading(ZabNode node) {
        super(node);
        history = node.history();
        epochs = node.epochs();
        initialZxid = history.lastLoggedZxid();
        epoch = 1 + Math.max(epochs.accepted(), Zxid.epoch(initialZxid));
        lastProposedZxid = Zxid.of(epoch, 0);
    }

    @Override
    void enter(Effects effects) {
        epochs.accept(epoch, effects);
    }

    @Override
    boolean canPropose() {
        return phase == Phase.BROADCAST
                && Zxid.counter(lastProposedZxid) < node.config().counterMax();
    }

    @Override
    long nextZxid() {
        Check.that(canPropose(), "only an established leader gives zxids");
        return lastProposedZxid + 1;
    }

    @Override
    public void propose(long zxid, byte[] txn, Effects effects) {
        Check.that(zxid == nextZxid(), "a leader's zxids have no gap");
        lastProposedZxid = zxid;
        history.append(zxid, txn, effects);
    }

    @Override
    public void tick(long nowMs, Effects effects) {
        // nobody to ping
    }

    @Override
    public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
        if (phase == Phase.DISCOVERY && epochs.isAcceptedDurably(epoch)) {
            phase = Phase.SYNCHRONISATION;
        }
        synchronise(effects);
    }

    @Override
    public void durable(long zxid, Effects effects) {
        synchronise(effects);
        if (phase == Phase.BROADCAST) {
            history.deliver(history.durableZxid(), effects);
            rollOverAtTheEnd(effects);
        }
    }

    /** The order that loses nothing: txns durable, then the current epoch durable, then the history is a quorum's. */
    private void synchronise(Effects effects) {
        if (phase != Phase.SYNCHRONISATION || history.durableZxid() < initialZxid) {
            return;
        }
        if (epochs.current() < epoch) {
            epochs.enter(epoch, effects);
        } else if (epochs.isEnteredDurably(epoch)) {
            phase = Phase.BROADCAST;
            history.deliver(initialZxid, effects);
            effects.roleChanged(Role.LEADING, epoch);
        }
    }

    /** The counter has run out and all its txns are committed: a new election gives a new epoch (ZOOKEEPER-1277). */
    private void rollOverAtTheEnd(Effects effects) {
        if (!canPropose() && history.deliveredZxid() == lastProposedZxid) {
            node.lookAgain(effects);
        }
    }
}
