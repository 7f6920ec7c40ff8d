package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * The two epochs of Zab and what of them is on disk. Neither ever goes back, and the current epoch is never above the
 * accepted one, on disk neither: both are written together (ZOOKEEPER-2307, 1653).
 */
final class Epochs {
    private long accepted;
    private long current;
    private long durableAccepted;
    private long durableCurrent;

    Epochs(Persisted persisted) {
        accepted = durableAccepted = persisted.acceptedEpoch();
        current = durableCurrent = persisted.currentEpoch();
    }

    long accepted() {
        return accepted;
    }

    long current() {
        return current;
    }

    /** The promise to follow no leader of an earlier epoch. It holds for others once it is durable. */
    void accept(long epoch, Effects effects) {
        Check.that(epoch > accepted, "an accepted epoch never goes back");
        accepted = epoch;
        effects.saveEpochs(accepted, current);
    }

    /** This server's history is now that of the epoch's leader; the caller has seen to it that it is on disk. */
    void enter(long epoch, Effects effects) {
        Check.that(epoch == accepted && epoch > current, "the epoch entered is the one accepted");
        Check.that(durableAccepted == epoch, "an epoch is used after its acceptance is durable");
        current = epoch;
        effects.saveEpochs(accepted, current);
    }

    void durable(long acceptedEpoch, long currentEpoch) {
        Check.that(acceptedEpoch <= accepted && currentEpoch <= current, "only what was written can be durable");
        Check.that(acceptedEpoch >= durableAccepted && currentEpoch >= durableCurrent, "epochs on disk never go back");
        durableAccepted = acceptedEpoch;
        durableCurrent = currentEpoch;
    }

    boolean isAcceptedDurably(long epoch) {
        return durableAccepted == epoch;
    }

    boolean isEnteredDurably(long epoch) {
        return durableCurrent == epoch;
    }
}
