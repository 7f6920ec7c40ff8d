package io.lyrebird.wire.peer;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** What a follower or observer says, as quorum packets. */
public final class LearnerMessageCodec {
    private static final int EPOCH_SHIFT = 32;
    private static final long NO_ZXID = -1;
    private static final int TOUCH_BYTES = Long.BYTES + Integer.BYTES;
    private static final int REQUEST_HEADER_BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int LEARNER_INFO_BYTES = 2 * Long.BYTES + Integer.BYTES;
    private static final Encoder ENCODER = new Encoder();

    private LearnerMessageCodec() {}

    public static void encode(LearnerMessage message, ByteBuf out) {
        message.dispatch(ENCODER, out);
    }

    public static LearnerMessage decode(QuorumPacket packet) {
        ByteBuf data = LeaderMessageCodec.data(packet);
        return switch (packet.type()) {
            case PacketType.FOLLOWERINFO -> learnerInfo(packet, data, false);
            case PacketType.OBSERVERINFO -> learnerInfo(packet, data, true);
            case PacketType.ACKEPOCH -> new LearnerMessage.AckEpoch(Jute.readInt(data), packet.zxid());
            case PacketType.ACK -> new LearnerMessage.Ack(packet.zxid());
            case PacketType.PING -> new LearnerMessage.PingReply(packet.zxid(), touches(data));
            case PacketType.REVALIDATE -> new LearnerMessage.Revalidate(Jute.readLong(data), Jute.readInt(data));
            case PacketType.REQUEST -> request(packet, data);
            default -> throw new MalformedException("packet of type " + packet.type() + " from a learner");
        };
    }

    /** Before 3.5 there was no version of the configuration in it, before 3.4 none of the protocol. */
    private static LearnerMessage learnerInfo(QuorumPacket packet, ByteBuf data, boolean observer) {
        long serverId = Jute.readLong(data);
        int protocolVersion = data.readableBytes() < Integer.BYTES ? 1 : data.readInt();
        long configVersion = data.readableBytes() < Long.BYTES ? 0 : data.readLong();
        return new LearnerMessage.LearnerInfo(
                observer, packet.zxid() >>> EPOCH_SHIFT, serverId, protocolVersion, configVersion);
    }

    private static List<SessionTouch> touches(ByteBuf data) {
        List<SessionTouch> touches = new ArrayList<>(data.readableBytes() / TOUCH_BYTES);
        while (data.isReadable()) {
            touches.add(new SessionTouch(Jute.readLong(data), Jute.readInt(data)));
        }
        return touches;
    }

    private static LearnerMessage request(QuorumPacket packet, ByteBuf data) {
        long sessionId = Jute.readLong(data);
        int xid = Jute.readInt(data);
        int opCode = Jute.readInt(data);
        byte[] body = new byte[data.readableBytes()];
        data.readBytes(body);
        return new LearnerMessage.Request(
                sessionId, xid, opCode, body, packet.authInfo() == null ? List.of() : packet.authInfo());
    }

    private static final class Encoder implements LearnerMessage.Handler<ByteBuf> {
        @Override
        public void learnerInfo(LearnerMessage.LearnerInfo message, ByteBuf out) {
            int type = message.observer() ? PacketType.OBSERVERINFO : PacketType.FOLLOWERINFO;
            QuorumPacket.encodeHeader(type, message.acceptedEpoch() << EPOCH_SHIFT, LEARNER_INFO_BYTES, out);
            out.writeLong(message.serverId());
            out.writeInt(message.protocolVersion());
            out.writeLong(message.configVersion());
            QuorumPacket.encodeNoAuth(out);
        }

        @Override
        public void ackEpoch(LearnerMessage.AckEpoch message, ByteBuf out) {
            QuorumPacket.encodeHeader(PacketType.ACKEPOCH, message.lastZxid(), Integer.BYTES, out);
            out.writeInt(message.currentEpoch());
            QuorumPacket.encodeNoAuth(out);
        }

        @Override
        public void ack(LearnerMessage.Ack message, ByteBuf out) {
            QuorumPacket.encode(PacketType.ACK, message.zxid(), out);
        }

        @Override
        public void pingReply(LearnerMessage.PingReply message, ByteBuf out) {
            int bytes = Math.multiplyExact(message.touches().size(), TOUCH_BYTES);
            QuorumPacket.encodeHeader(PacketType.PING, message.zxid(), bytes, out);
            for (SessionTouch touch : message.touches()) {
                out.writeLong(touch.sessionId());
                out.writeInt(touch.timeoutMs());
            }
            QuorumPacket.encodeNoAuth(out);
        }

        @Override
        public void request(LearnerMessage.Request message, ByteBuf out) {
            QuorumPacket.encodeHeader(PacketType.REQUEST, NO_ZXID, REQUEST_HEADER_BYTES + message.body().length, out);
            out.writeLong(message.sessionId());
            out.writeInt(message.xid());
            out.writeInt(message.opCode());
            out.writeBytes(message.body());
            QuorumPacket.encodeAuth(message.identities(), out);
        }

        @Override
        public void revalidate(LearnerMessage.Revalidate message, ByteBuf out) {
            QuorumPacket.encodeHeader(PacketType.REVALIDATE, NO_ZXID, TOUCH_BYTES, out);
            out.writeLong(message.sessionId());
            out.writeInt(message.timeoutMs());
            QuorumPacket.encodeNoAuth(out);
        }
    }
}
