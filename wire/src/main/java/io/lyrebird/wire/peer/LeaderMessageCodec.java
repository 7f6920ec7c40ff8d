package io.lyrebird.wire.peer;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** What a leader says, as quorum packets. */
public final class LeaderMessageCodec {
    private static final int EPOCH_SHIFT = 32;
    private static final long NO_ZXID = -1;
    private static final Encoder ENCODER = new Encoder();

    private LeaderMessageCodec() {}

    public static void encode(LeaderMessage message, ByteBuf out) {
        message.dispatch(ENCODER, out);
    }

    public static LeaderMessage decode(QuorumPacket packet) {
        long zxid = packet.zxid();
        return switch (packet.type()) {
            case PacketType.LEADERINFO ->
                new LeaderMessage.LeaderInfo(zxid >>> EPOCH_SHIFT, Jute.readInt(data(packet)));
            case PacketType.DIFF -> new LeaderMessage.Diff(zxid);
            case PacketType.TRUNC -> new LeaderMessage.Trunc(zxid);
            case PacketType.SNAP -> new LeaderMessage.Snap(zxid);
            case PacketType.NEWLEADER ->
                new LeaderMessage.NewLeader(
                        zxid, packet.data() == null ? "" : new String(packet.data(), StandardCharsets.UTF_8));
            case PacketType.UPTODATE -> new LeaderMessage.UpToDate();
            case PacketType.PROPOSAL -> new LeaderMessage.Proposal(zxid, txn(packet));
            case PacketType.COMMIT -> new LeaderMessage.Commit(zxid);
            case PacketType.INFORM -> new LeaderMessage.Inform(zxid, txn(packet));
            case PacketType.PING -> new LeaderMessage.Ping(zxid);
            case PacketType.SYNC -> new LeaderMessage.SyncDone();
            case PacketType.REVALIDATE -> {
                ByteBuf data = data(packet);
                yield new LeaderMessage.Revalidated(Jute.readLong(data), Jute.readBool(data));
            }
            default -> throw new MalformedException("packet of type " + packet.type() + " from a leader");
        };
    }

    private static byte[] txn(QuorumPacket packet) {
        if (packet.data() == null) {
            throw new MalformedException("proposal without a txn");
        }
        return packet.data();
    }

    static ByteBuf data(QuorumPacket packet) {
        return packet.data() == null ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(packet.data());
    }

    private static final class Encoder implements LeaderMessage.Handler<ByteBuf> {
        @Override
        public void leaderInfo(LeaderMessage.LeaderInfo message, ByteBuf out) {
            QuorumPacket.encodeHeader(PacketType.LEADERINFO, message.epoch() << EPOCH_SHIFT, Integer.BYTES, out);
            out.writeInt(message.protocolVersion());
            QuorumPacket.encodeNoAuth(out);
        }

        @Override
        public void diff(LeaderMessage.Diff message, ByteBuf out) {
            QuorumPacket.encode(PacketType.DIFF, message.zxid(), out);
        }

        @Override
        public void trunc(LeaderMessage.Trunc message, ByteBuf out) {
            QuorumPacket.encode(PacketType.TRUNC, message.zxid(), out);
        }

        @Override
        public void snap(LeaderMessage.Snap message, ByteBuf out) {
            QuorumPacket.encode(PacketType.SNAP, message.zxid(), out);
        }

        @Override
        public void newLeader(LeaderMessage.NewLeader message, ByteBuf out) {
            byte[] config = message.config().isEmpty() ? null : message.config().getBytes(StandardCharsets.UTF_8);
            QuorumPacket.encode(PacketType.NEWLEADER, message.zxid(), config, out);
        }

        @Override
        public void upToDate(LeaderMessage.UpToDate message, ByteBuf out) {
            QuorumPacket.encode(PacketType.UPTODATE, NO_ZXID, out);
        }

        @Override
        public void proposal(LeaderMessage.Proposal message, ByteBuf out) {
            QuorumPacket.encode(PacketType.PROPOSAL, message.zxid(), message.txn(), out);
        }

        @Override
        public void commit(LeaderMessage.Commit message, ByteBuf out) {
            QuorumPacket.encode(PacketType.COMMIT, message.zxid(), out);
        }

        @Override
        public void inform(LeaderMessage.Inform message, ByteBuf out) {
            QuorumPacket.encode(PacketType.INFORM, message.zxid(), message.txn(), out);
        }

        @Override
        public void ping(LeaderMessage.Ping message, ByteBuf out) {
            QuorumPacket.encode(PacketType.PING, message.zxid(), out);
        }

        @Override
        public void syncDone(LeaderMessage.SyncDone message, ByteBuf out) {
            QuorumPacket.encode(PacketType.SYNC, 0, out);
        }

        @Override
        public void revalidated(LeaderMessage.Revalidated message, ByteBuf out) {
            QuorumPacket.encodeHeader(PacketType.REVALIDATE, NO_ZXID, Long.BYTES + 1, out);
            out.writeLong(message.sessionId());
            Jute.writeBool(out, message.valid());
            QuorumPacket.encodeNoAuth(out);
        }
    }
}
