package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;

/**
 * Everything that can happen to a node. Each role has a method for each of them: see {@link Handler}.
 *
 * <p>Connections have numbers that the transport gives and never uses again; what comes from a connection that the node
 * has done with is ignored.
 */
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

    /** The answer to {@link Effects#truncate}: the log ends with this zxid, and all of it is on disk. */
    record Truncated(long zxid) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.truncated(zxid, effects);
        }
    }

    /** The answer to {@link Effects#installSnapshot}: the tree and the image on disk are those of the snapshot. */
    record SnapshotInstalled(long zxid) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.snapshotInstalled(zxid, effects);
        }
    }

    /** The other answer to {@link Effects#installSnapshot}: it did not come whole, and nothing has changed. */
    record SnapshotFailed() implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.snapshotFailed(effects);
        }
    }

    /** The log no longer has the txns up to this zxid, which the image has. */
    record LogDropped(long zxid) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.logDropped(zxid, effects);
        }
    }

    /** A vote, from the election port. */
    record Notified(long fromServerId, Notification notification) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.notified(fromServerId, notification, effects);
        }
    }

    /** The answer to {@link Effects#connect}. */
    record LeaderConnected(long serverId, long connection) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.leaderConnected(serverId, connection, effects);
        }
    }

    /** The other answer to {@link Effects#connect}. */
    record LeaderUnreachable(long serverId) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.leaderUnreachable(serverId, effects);
        }
    }

    /** Somebody has come to the quorum port. */
    record LearnerConnected(long connection) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.learnerConnected(connection, effects);
        }
    }

    /** From a connection to the quorum port. */
    record FromLearner(long connection, LearnerMessage message) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.fromLearner(connection, message, effects);
        }
    }

    /** From the connection to the leader. Not before the answer to {@link Effects#installSnapshot}. */
    record FromLeader(long connection, LeaderMessage message) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.fromLeader(connection, message, effects);
        }
    }

    /** A connection has ended, unless the node ended it. */
    record Disconnected(long connection) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.disconnected(connection, effects);
        }
    }

    /** A client's request or session, for the leader; only while following or observing. Lost with the role. */
    record Forward(LearnerMessage message) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.forward(message, effects);
        }
    }

    /** The answer to a learner's {@link LearnerMessage.Revalidate}. */
    record AnswerRevalidate(long connection, LeaderMessage.Revalidated answer) implements Input {
        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.answerRevalidate(connection, answer, effects);
        }
    }

    /**
     * A learner's sync has come to its turn: it is answered when what is proposed by now is committed, and a quorum has
     * confirmed that there is no later leader. A sync of the leader's own client comes back to it as
     * {@link Effects#receivedFromLeader}.
     */
    record AnswerSync(long connection) implements Input {
        public static final long OWN = -1;

        @Override
        public void dispatch(Handler handler, Effects effects) {
            handler.answerSync(connection, effects);
        }
    }

    /** One method an input, so that a new input does not compile before every role has decided what to do with it. */
    interface Handler {
        void start(long nowMs, Effects effects);

        void tick(long nowMs, Effects effects);

        void propose(long zxid, byte[] txn, Effects effects);

        void durable(long zxid, Effects effects);

        void epochsDurable(long acceptedEpoch, long currentEpoch, Effects effects);

        void truncated(long zxid, Effects effects);

        void snapshotInstalled(long zxid, Effects effects);

        void snapshotFailed(Effects effects);

        void logDropped(long zxid, Effects effects);

        void notified(long fromServerId, Notification notification, Effects effects);

        void leaderConnected(long serverId, long connection, Effects effects);

        void leaderUnreachable(long serverId, Effects effects);

        void learnerConnected(long connection, Effects effects);

        void fromLearner(long connection, LearnerMessage message, Effects effects);

        void fromLeader(long connection, LeaderMessage message, Effects effects);

        void disconnected(long connection, Effects effects);

        void forward(LearnerMessage message, Effects effects);

        void answerRevalidate(long connection, LeaderMessage.Revalidated answer, Effects effects);

        void answerSync(long connection, Effects effects);
    }
}
