package io.lyrebird.server.quorum;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LeaderMessageCodec;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.LearnerMessageCodec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.OutputStream;

/** One thing to be sent through a connection of the quorum port, in its turn. */
sealed interface Outgoing {
    int OBJECT_BYTES = 64;

    /** About what it takes while it waits. */
    int bytes();

    /** Something that goes out in one piece. */
    sealed interface Message extends Outgoing {
        void encode(ByteBuf out);
    }

    /** Something that may be larger than memory, and takes its time. */
    sealed interface Stream extends Outgoing {
        void writeTo(BulkStream out) throws Exception;

        @Override
        default int bytes() {
            return OBJECT_BYTES;
        }
    }

    record ToLearner(LeaderMessage message) implements Message {
        @Override
        public int bytes() {
            int txn = 0;
            if (message instanceof LeaderMessage.Proposal proposal) {
                txn = proposal.txn().length;
            } else if (message instanceof LeaderMessage.Inform inform) {
                txn = inform.txn().length;
            }
            return OBJECT_BYTES + txn;
        }

        @Override
        public void encode(ByteBuf out) {
            LeaderMessageCodec.encode(message, out);
        }
    }

    record ToLeader(LearnerMessage message) implements Message {
        @Override
        public int bytes() {
            int data = 0;
            if (message instanceof LearnerMessage.Request request) {
                data = request.body() == null ? 0 : request.body().length;
            } else if (message instanceof LearnerMessage.PingReply reply) {
                data = reply.touches().size() * Long.BYTES * 2;
            }
            return OBJECT_BYTES + data;
        }

        @Override
        public void encode(ByteBuf out) {
            LearnerMessageCodec.encode(message, out);
        }
    }

    /** Each as a proposal and its commit. */
    record Logged(LoggedTxns txns) implements Stream {
        @Override
        public void writeTo(BulkStream out) throws Exception {
            txns.forEach((zxid, txn) -> {
                out.append(buffer -> {
                    LeaderMessageCodec.encode(new LeaderMessage.Proposal(zxid, txn), buffer);
                    LeaderMessageCodec.encode(new LeaderMessage.Commit(zxid), buffer);
                });
            });
        }
    }

    record Snapshot(SnapshotSource source) implements Stream {
        @Override
        public void writeTo(BulkStream out) throws IOException {
            OutputStream stream = out;
            source.writeTo(stream);
        }
    }
}
