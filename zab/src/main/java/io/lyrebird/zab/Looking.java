package io.lyrebird.zab;

/** Looks for a leader. In an ensemble of one there is nobody to ask. */
final class Looking extends RoleState {
    Looking(ZabNode node) {
        super(node);
    }

    @Override
    void enter(Effects effects) {
        node.become(new Leading(node), effects);
    }

    @Override
    public void start(long nowMs, Effects effects) {
        enter(effects);
    }

    @Override
    public void tick(long nowMs, Effects effects) {
        // nobody to hear from
    }

    @Override
    public void durable(long zxid, Effects effects) {
        // the history knows
    }

    @Override
    public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
        // the epochs know
    }
}
