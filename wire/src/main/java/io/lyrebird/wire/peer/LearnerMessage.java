package io.lyrebird.wire.peer;

import java.util.List;

/** What a follower or observer says to its leader. Names in brackets are those of Apache's packet types. */
public sealed interface LearnerMessage {
    <C> void dispatch(Handler<C> handler, C context);

    /**
     * The first one (FOLLOWERINFO, OBSERVERINFO): who this is and what it has promised.
     *
     * @param configVersion of the configuration it has activated
     */
    record LearnerInfo(boolean observer, long acceptedEpoch, long serverId, int protocolVersion, long configVersion)
            implements LearnerMessage {
        /** Zab 1.0, spoken since 3.4. */
        public static final int PROTOCOL_VERSION = 0x10000;

        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.learnerInfo(this, context);
        }
    }

    /**
     * The new epoch is accepted (ACKEPOCH).
     *
     * @param currentEpoch {@link #NOT_COUNTED} if the epoch had been accepted before
     */
    record AckEpoch(int currentEpoch, long lastZxid) implements LearnerMessage {
        public static final int NOT_COUNTED = -1;

        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.ackEpoch(this, context);
        }
    }

    /** It is on disk (ACK): a proposal, or, with a counter of 0, everything before NEWLEADER and the epoch. */
    record Ack(long zxid) implements LearnerMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.ack(this, context);
        }
    }

    /** The answer to a ping, with the sessions that are alive here (PING). */
    record PingReply(long zxid, List<SessionTouch> touches) implements LearnerMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.pingReply(this, context);
        }
    }

    /** A client's request, to be proposed or, a sync, to be answered by {@link LeaderMessage.SyncDone} (REQUEST). */
    record Request(long sessionId, int xid, int opCode, byte[] body, List<AuthInfo> identities)
            implements LearnerMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.request(this, context);
        }
    }

    /** Is this session, which a client has brought along, alive? (REVALIDATE) */
    record Revalidate(long sessionId, int timeoutMs) implements LearnerMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.revalidate(this, context);
        }
    }

    /** One method a message, so that a new one does not compile before a leader knows what to do with it. */
    interface Handler<C> {
        void learnerInfo(LearnerInfo message, C context);

        void ackEpoch(AckEpoch message, C context);

        void ack(Ack message, C context);

        void pingReply(PingReply message, C context);

        void request(Request message, C context);

        void revalidate(Revalidate message, C context);
    }
}
