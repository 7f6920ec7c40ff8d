package io.lyrebird.server.core;

import io.lyrebird.zab.Role;

/** What Zab has told in one order, and what the core does in that order when no reader looks at the tree. */
sealed interface Delivered {
    /** Committed. */
    record Txn(long zxid, byte[] txn) implements Delivered {}

    /** Committed, up to this zxid; it is in the log. */
    record Logged(long zxid) implements Delivered {}

    record RoleChange(Role role, long epoch) implements Delivered {}

    /** The leader's answer to the oldest sync, which is about all that is committed before it. */
    record SyncDone() implements Delivered {}

    /** Something that had nothing to wait for. */
    record InTurn(Runnable action) implements Delivered {}

    /** A learner gets the tree as it is here. */
    record SnapshotPoint(long connection) implements Delivered {}

    /** A leader's tree takes the place of ours. */
    record Installed(CoreInput.Installed snapshot) implements Delivered {}
}
