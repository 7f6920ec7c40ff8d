package io.lyrebird.zab;

/** What a server is to its ensemble, as {@link Effects#roleChanged} tells it. */
public enum Role {
    /** In election, discovery or synchronisation: serves nobody. */
    LOOKING,
    /** Established: a quorum has this leader's history and epoch on disk. */
    LEADING,
    /** In step with an established leader. */
    FOLLOWING,
    /** In step with an established leader, without a vote. */
    OBSERVING
}
