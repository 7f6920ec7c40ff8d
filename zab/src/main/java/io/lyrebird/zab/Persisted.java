package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * What recovery found on disk. All of it must be durable: a log that was read from the page cache after a crash has to
 * be synced before the node starts.
 *
 * <p>Who delivers what was in the log: the txns up to {@code deliveredZxid} are in the tree already, put there by
 * recovery, and are never delivered again. Those after it, to the end of the log, are not known to be committed; the
 * node asks for them with {@link Effects#deliverLogged} as soon as they are. Only in an ensemble of one may recovery
 * replay the whole log, since there everything in the log is committed.
 *
 * @param log           what the log holds; its base is the image's zxid if the log ends before it
 * @param deliveredZxid the txns that recovery has put into the tree: those of the image
 * @param acceptedEpoch the highest epoch this server has promised a leader to accept
 * @param currentEpoch  the epoch of the last leader whose history this server has accepted
 */
public record Persisted(LogIndex log, long deliveredZxid, long acceptedEpoch, long currentEpoch) {
    public Persisted {
        Check.that(log.contains(deliveredZxid), "the log goes on from what is delivered");
        Check.that(currentEpoch >= 0, "an epoch is not negative");
        Check.that(acceptedEpoch >= currentEpoch, "the current epoch has been accepted");
    }

    /** An ensemble of one whose recovery has replayed the whole log into the tree. */
    public static Persisted standAlone(long lastLoggedZxid, long acceptedEpoch, long currentEpoch) {
        return new Persisted(new LogIndex(lastLoggedZxid), lastLoggedZxid, acceptedEpoch, currentEpoch);
    }

    /** A new, empty server. */
    public static Persisted nothing() {
        return standAlone(0, 0, 0);
    }
}
