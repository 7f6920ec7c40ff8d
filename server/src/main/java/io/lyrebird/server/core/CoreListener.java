package io.lyrebird.server.core;

import io.lyrebird.zab.Role;

/** Told of what operators should know. */
public interface CoreListener {
    CoreListener NONE = new CoreListener() {
        @Override
        public void roleChanged(Role role, long epoch) {}

        @Override
        public void digestDiffers(long zxid, long expected, long actual) {}
    };

    /** All that belongs to the role is in place. */
    void roleChanged(Role role, long epoch);

    /** After this txn of the leader's, the tree is not what the leader has: one of the two has gone wrong. */
    void digestDiffers(long zxid, long expected, long actual);
}
