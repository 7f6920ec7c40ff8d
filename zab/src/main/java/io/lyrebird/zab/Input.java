package io.lyrebird.zab;

/** Everything that can happen to a node. Each role has a method for each of them: see {@link Handler}. */
public sealed interface Input {
    void dispatch(Handler handler, Effects effects);

    /** The first input, once. */
    record Start(long nowMs) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.start(nowMs, effects);
        }
    }

    /** Time passes: never backwards. Other inputs happen at the time of the last tick. */
    record Tick(long nowMs) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.tick(nowMs, effects);
        }
    }

    /** A txn to replicate, only while {@link ZabNode#canPropose()}, with the zxid of {@link ZabNode#nextZxid()}. */
    record Propose(long zxid, byte[] txn) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.propose(zxid, txn, effects);
        }
    }

    /** Everything appended up to this zxid is on disk. One answer may stand for many appends. */
    record Durable(long zxid) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.durable(zxid, effects);
        }
    }

    /** The answer to {@link Effects#saveEpochs}. */
    record EpochsDurable(long acceptedEpoch, long currentEpoch) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.epochsDurable(acceptedEpoch, currentEpoch, effects);
        }
    }

    /** One method an input, so that a new input does not compile before every role has decided what to do with it. */
    interface Handler {
        void start(long nowMs, Effects effects);

        void tick(long nowMs, Effects effects);

        void propose(long zxid, byte[] txn, Effects effects);

        void durable(long zxid, Effects effects);

        void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects);
    }
}
