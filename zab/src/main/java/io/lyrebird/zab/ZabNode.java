package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * One server of an ensemble, as a state machine: {@link #step} is the only way in, {@link Effects} the only way out. One
 * thread at a time.
 */
public final class ZabNode {
    private final ZabConfig config;
    private final History history;
    private final Epochs epochs;
    private final Bookkeeping bookkeeping = new Bookkeeping();
    private RoleState role;
    private boolean started;
    private long nowMs;

    public ZabNode(ZabConfig config, Persisted persisted) {
        this.config = config;
        history = new History(persisted);
        epochs = new Epochs(persisted);
        role = new Looking(this);
    }

    public void step(Input input, Effects effects) {
        input.dispatch(bookkeeping, effects);
        input.dispatch(role, effects);
    }

    /** An established leader, and its epoch has zxids left. */
    public boolean canPropose() {
        return role.canPropose();
    }

    /** The zxid the next {@link Input.Propose} must have; only while {@link #canPropose()}. */
    public long nextZxid() {
        return role.nextZxid();
    }

    public long lastLoggedZxid() {
        return history.lastLoggedZxid();
    }

    public long deliveredZxid() {
        return history.deliveredZxid();
    }

    ZabConfig config() {
        return config;
    }

    History history() {
        return history;
    }

    Epochs epochs() {
        return epochs;
    }

    void become(RoleState next, Effects effects) {
        role = next;
        next.enter(effects);
    }

    void lookAgain(Effects effects) {
        effects.roleChanged(Role.LOOKING, epochs.current());
        become(new Looking(this), effects);
    }

    /** What an input means in every role, before the role acts on it. */
    private final class Bookkeeping implements Input.Handler {
        @Override
        public void start(long startMs, Effects effects) {
            Check.that(!started, "a node starts once");
            started = true;
            nowMs = startMs;
        }

        @Override
        public void tick(long tickMs, Effects effects) {
            checkStarted();
            Check.that(tickMs >= nowMs, "time never goes back");
            nowMs = tickMs;
        }

        @Override
        public void propose(long zxid, byte[] txn, Effects effects) {
            checkStarted();
        }

        @Override
        public void durable(long zxid, Effects effects) {
            checkStarted();
            history.durable(zxid);
        }

        @Override
        public void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects) {
            checkStarted();
            epochs.durable(acceptedEpoch, currentEpoch);
        }

        private void checkStarted() {
            Check.that(started, "a node starts before anything else happens to it");
        }
    }
}
