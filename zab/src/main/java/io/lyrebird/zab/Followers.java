package io.lyrebird.zab;

/**
 * Who follows a leader, for operators.
 *
 * @param learners        all connections, of whatever stage
 * @param synced          followers that get what is proposed
 * @param syncedNonVoting those among them that do not vote
 * @param syncedObservers observers that get what is committed
 * @param pendingSyncs    syncs that are not answered
 */
public record Followers(int learners, int synced, int syncedNonVoting, int syncedObservers, int pendingSyncs) {
    static final Followers NONE = new Followers(0, 0, 0, 0, 0);
}
