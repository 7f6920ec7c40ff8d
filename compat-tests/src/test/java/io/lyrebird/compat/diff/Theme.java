package io.lyrebird.compat.diff;

/** What a sequence is mostly about, as weights: one that is about everything gets deep into nothing. */
enum Theme {
    MIXED(30, 30, 8, 12, 10, 10, 3, 12, 3),
    PLAIN(60, 40, 0, 0, 10, 0, 0, 4, 0),
    WATCHES(35, 20, 6, 50, 8, 0, 0, 4, 0),
    ACCESS(40, 30, 6, 4, 4, 30, 8, 6, 0),
    MULTIS(20, 15, 60, 6, 10, 4, 1, 4, 0),
    SEQUENCES(60, 20, 10, 6, 60, 0, 0, 4, 0),
    SESSIONS(40, 20, 6, 20, 10, 4, 4, 40, 0),
    QUOTAS(60, 30, 10, 2, 10, 0, 0, 4, 20),
    DAMAGE(30, 30, 15, 15, 10, 10, 3, 8, 2, 250);

    private final int writes;
    private final int reads;
    private final int multis;
    private final int watches;
    private final int sequentials;
    private final int acls;
    private final int auths;
    private final int sessions;
    private final int quotas;
    private final int damaged;

    Theme(
            int writes,
            int reads,
            int multis,
            int watches,
            int sequentials,
            int acls,
            int auths,
            int sessions,
            int quotas) {
        this(writes, reads, multis, watches, sequentials, acls, auths, sessions, quotas, 5);
    }

    Theme(
            int writes,
            int reads,
            int multis,
            int watches,
            int sequentials,
            int acls,
            int auths,
            int sessions,
            int quotas,
            int damaged) {
        this.writes = writes;
        this.reads = reads;
        this.multis = multis;
        this.watches = watches;
        this.sequentials = sequentials;
        this.acls = acls;
        this.auths = auths;
        this.sessions = sessions;
        this.quotas = quotas;
        this.damaged = damaged;
    }

    int writes() {
        return writes;
    }

    int reads() {
        return reads;
    }

    int multis() {
        return multis;
    }

    int watches() {
        return watches;
    }

    int sequentials() {
        return sequentials;
    }

    int acls() {
        return acls;
    }

    int auths() {
        return auths;
    }

    int sessions() {
        return sessions;
    }

    int quotas() {
        return quotas;
    }

    /** How many of a thousand requests are cut short or have bytes too many. */
    int damaged() {
        return damaged;
    }
}
