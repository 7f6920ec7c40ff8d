package io.lyrebird.wire.peer;

/** What a leader says to its followers and observers. Names in brackets are those of Apache's packet types. */
public sealed interface LeaderMessage {
    <C> void dispatch(Handler<C> handler, C context);

    /** The epoch this leader asks to be accepted (LEADERINFO). */
    record LeaderInfo(long epoch, int protocolVersion) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.leaderInfo(this, context);
        }
    }

    /** What you have is part of my history; what is missing up to this zxid follows (DIFF). */
    record Diff(long zxid) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.diff(this, context);
        }
    }

    /** Drop what you have after this zxid; what is missing follows (TRUNC). */
    record Trunc(long zxid) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.trunc(this, context);
        }
    }

    /** A whole tree at this zxid follows, as a stream and not as messages; then what is missing after it (SNAP). */
    record Snap(long zxid) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.snap(this, context);
        }
    }

    /** You have my history now: acknowledge when it is on disk, and the epoch after it (NEWLEADER). */
    record NewLeader(long zxid, String config) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.newLeader(this, context);
        }
    }

    /** A quorum has this history: serve (UPTODATE). */
    record UpToDate() implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.upToDate(this, context);
        }
    }

    /** Log this and acknowledge it (PROPOSAL). */
    record Proposal(long zxid, byte[] txn) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.proposal(this, context);
        }
    }

    /** The proposals up to this one are committed (COMMIT). */
    record Commit(long zxid) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.commit(this, context);
        }
    }

    /** A committed txn, for those that do not vote (INFORM). */
    record Inform(long zxid, byte[] txn) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.inform(this, context);
        }
    }

    /** Are you there? With the last zxid proposed (PING). */
    record Ping(long zxid) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.ping(this, context);
        }
    }

    /** What was committed when the oldest pending sync was asked for has been sent before this (SYNC). */
    record SyncDone() implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.syncDone(this, context);
        }
    }

    /** The answer to {@link LearnerMessage.Revalidate} (REVALIDATE). */
    record Revalidated(long sessionId, boolean valid) implements LeaderMessage {
        @Override
        public <C> void dispatch(Handler<C> handler, C context) {
            handler.revalidated(this, context);
        }
    }

    /** One method a message, so that a new one does not compile before a learner knows what to do with it. */
    interface Handler<C> {
        void leaderInfo(LeaderInfo message, C context);

        void diff(Diff message, C context);

        void trunc(Trunc message, C context);

        void snap(Snap message, C context);

        void newLeader(NewLeader message, C context);

        void upToDate(UpToDate message, C context);

        void proposal(Proposal message, C context);

        void commit(Commit message, C context);

        void inform(Inform message, C context);

        void ping(Ping message, C context);

        void syncDone(SyncDone message, C context);

        void revalidated(Revalidated message, C context);
    }
}
