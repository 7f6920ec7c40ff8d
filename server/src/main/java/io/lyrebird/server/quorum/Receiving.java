package io.lyrebird.server.quorum;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LeaderMessageCodec;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.LearnerMessageCodec;
import io.lyrebird.wire.peer.QuorumPacket;
import io.lyrebird.zab.Input;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.util.concurrent.Executor;

/**
 * What comes in through one connection of the quorum port: packets, one after the other, without lengths; and on the way
 * from a leader, after SNAP, a snapshot, which ends where its reader says. On the loop.
 */
final class Receiving extends ChannelInboundHandlerAdapter {
    private enum State {
        MESSAGES,
        /** SNAP has been handed in: what to do with the snapshot is not known yet. */
        BEFORE_SNAPSHOT,
        SNAPSHOT,
        /** It has been read, and is being dealt with. */
        AFTER_SNAPSHOT
    }

    /** Whoever comes to the quorum port says who it is with a packet of less than this. */
    private static final int FIRST_PACKET_BYTES_MAX = 1 << 10;

    private final QuorumConnection connection;
    private final PeerLimits limits;
    private final Intake intake;

    private State state = State.MESSAGES;
    private ByteBuf received;
    private SnapshotPipe pipe;
    private boolean resumed;
    private boolean first;
    private boolean broken;
    private boolean ended;

    Receiving(QuorumConnection connection, PeerLimits limits, Intake intake) {
        this.connection = connection;
        this.limits = limits;
        this.intake = intake;
        first = !connection.isToLeader();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        ByteBuf bytes = (ByteBuf) read;
        if (broken || state != State.SNAPSHOT && !connection.isWanted()) {
            bytes.release();
            return;
        }
        if (state == State.SNAPSHOT) {
            pipe.add(bytes);
            readOrNot();
            return;
        }
        received = received == null
                ? bytes
                : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), received, bytes);
        decode();
    }

    private void decode() {
        try {
            while (state == State.MESSAGES && received != null) {
                int bytesMax = first ? FIRST_PACKET_BYTES_MAX : limits.packetBytesMax();
                int length = QuorumPacket.length(received, bytesMax);
                if (length < 0) {
                    break;
                }
                handIn(QuorumPacket.decode(received.readSlice(length)), length);
                if (!received.isReadable()) {
                    release();
                }
            }
        } catch (MalformedException e) {
            broken = true;
            release();
            connection.fail(e.getMessage());
        }
        readOrNot();
    }

    private void handIn(QuorumPacket packet, int length) {
        if (connection.isToLeader()) {
            LeaderMessage message = LeaderMessageCodec.decode(packet);
            if (message instanceof LeaderMessage.Snap) {
                state = State.BEFORE_SNAPSHOT;
            }
            intake.submit(new Input.FromLeader(connection.number(), message), length);
        } else {
            LearnerMessage message = LearnerMessageCodec.decode(packet);
            if (first) {
                if (!(message instanceof LearnerMessage.LearnerInfo)) {
                    throw new MalformedException("it does not begin with who it is");
                }
                first = false;
                connection.introduced();
                intake.submit(new Input.LearnerConnected(connection.number()), 0);
            }
            intake.submit(new Input.FromLearner(connection.number(), message), length);
        }
    }

    void readOrNot() {
        boolean ready = switch (state) {
            case MESSAGES -> !intake.isFull();
            case SNAPSHOT -> !pipe.isFull();
            case BEFORE_SNAPSHOT, AFTER_SNAPSHOT -> false;
        };
        connection.channel().config().setAutoRead(ready);
    }

    // ---- snapshots

    /** What follows is a snapshot, for this sink. */
    void receiveSnapshot(SnapshotSink sink, Executor workers) {
        Check.that(state == State.BEFORE_SNAPSHOT, "a snapshot follows SNAP");
        state = State.SNAPSHOT;
        resumed = false;
        pipe = new SnapshotPipe(limits.stallMs(), () -> connection.execute(this::readOrNot));
        if (received != null) {
            pipe.add(received);
            received = null;
        }
        if (ended) {
            pipe.end();
        }
        SnapshotPipe in = pipe;
        workers.execute(() -> {
            String failure = null;
            try {
                sink.readFrom(in);
            } catch (IOException | RuntimeException e) {
                failure = String.valueOf(e.getMessage());
            }
            String reason = failure;
            connection.execute(() -> snapshotRead(reason));
        });
        readOrNot();
    }

    private void snapshotRead(String failure) {
        state = State.AFTER_SNAPSHOT;
        for (ByteBuf rest : pipe.rest()) {
            received = received == null
                    ? rest
                    : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(
                            connection.channel().alloc(), received, rest);
        }
        pipe = null;
        if (!connection.isWanted()) {
            release();
        }
        if (failure != null) {
            connection.fail("the snapshot did not come whole: " + failure);
        }
        if (resumed) {
            resume();
        }
        if (ended) {
            finish();
        }
    }

    /** The snapshot has been dealt with. */
    void resume() {
        resumed = true;
        if (state == State.AFTER_SNAPSHOT) {
            state = State.MESSAGES;
            decode();
            if (ended) {
                finish();
            }
        }
    }

    // ---- the end

    /** The core has done with this connection: what it was still to be asked about has nowhere to go. */
    void abandon() {
        if (ended && pipe == null) {
            finish();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        connection.sending().drain();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ended = true;
        if (pipe != null) {
            pipe.end();
        } else if (state != State.BEFORE_SNAPSHOT || !connection.isWanted()) {
            finish();
        }
    }

    /** All that came has been handed in, or nobody wants it. */
    private void finish() {
        if (state == State.AFTER_SNAPSHOT && connection.isWanted() && !resumed) {
            return;
        }
        release();
        connection.ended();
    }

    private void release() {
        if (received != null) {
            received.release();
            received = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            context.close();
        } else {
            connection.fail(String.valueOf(cause.getMessage()));
        }
    }
}
