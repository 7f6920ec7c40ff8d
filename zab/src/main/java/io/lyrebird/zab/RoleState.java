package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/** What a node does with its inputs in one role. Every transition is a call of {@link ZabNode#become}. */
abstract class RoleState implements Input.Handler {
    final ZabNode node;

    RoleState(ZabNode node) {
        this.node = node;
    }

    /** The role begins. */
    abstract void enter(Effects effects);

    boolean canPropose() {
        return false;
    }

    long nextZxid() {
        throw new IllegalStateException("only an established leader gives zxids");
    }

    @Override
    public void start(long nowMs, Effects effects) {
        throw new IllegalStateException("a node starts once");
    }

    @Override
    public void propose(long zxid, byte[] txn, Effects effects) {
        Check.that(false, "only an established leader proposes");
    }
}
