package io.lyrebird.wire.peer;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * What all messages of the quorum port travel in. There is no length in front of it: where one ends is known by reading
 * it, see {@link #length}.
 *
 * @param data     may be null
 * @param authInfo may be null
 */
public record QuorumPacket(int type, long zxid, byte[] data, List<AuthInfo> authInfo) {
    private static final int INCOMPLETE = -1;
    private static final int ID_BYTES_MIN = 2 * Integer.BYTES;

    /** A null body, no identities. */
    static void encode(int type, long zxid, ByteBuf out) {
        encodeHeader(type, zxid, Jute.NULL_LENGTH, out);
        encodeNoAuth(out);
    }

    static void encode(int type, long zxid, byte[] data, ByteBuf out) {
        out.writeInt(type);
        out.writeLong(zxid);
        Jute.writeBuffer(out, data);
        encodeNoAuth(out);
    }

    /** The caller writes that many bytes of data, and what comes after them. */
    static void encodeHeader(int type, long zxid, int dataLength, ByteBuf out) {
        out.writeInt(type);
        out.writeLong(zxid);
        out.writeInt(dataLength);
    }

    static void encodeNoAuth(ByteBuf out) {
        out.writeInt(Jute.NULL_LENGTH);
    }

    static void encodeAuth(List<AuthInfo> authInfo, ByteBuf out) {
        Jute.writeVector(out, authInfo, (buffer, identity) -> {
            Jute.writeString(buffer, identity.scheme());
            Jute.writeString(buffer, identity.id());
        });
    }

    public static QuorumPacket decode(ByteBuf in) {
        return new QuorumPacket(
                Jute.readInt(in),
                Jute.readLong(in),
                Jute.readBuffer(in),
                Jute.readVector(
                        in, ID_BYTES_MIN, buffer -> new AuthInfo(Jute.readString(buffer), Jute.readString(buffer))));
    }

    /**
     * The bytes of the packet that begins at the reader index; -1 if it has not arrived whole. Reads nothing, and
     * refuses what claims to be longer than a packet may be before it has arrived.
     */
    public static int length(ByteBuf in, int packetBytesMax) {
        int start = in.readerIndex();
        int at = start + Integer.BYTES + Long.BYTES;
        at = afterBlock(in, at, start, packetBytesMax);
        if (at == INCOMPLETE || in.writerIndex() - at < Integer.BYTES) {
            return INCOMPLETE;
        }
        int identities = in.getInt(at);
        at += Integer.BYTES;
        if (identities > packetBytesMax / ID_BYTES_MIN) {
            throw new MalformedException("packet with " + identities + " identities");
        }
        for (int i = 0; i < 2 * (long) identities; i++) {
            at = afterBlock(in, at, start, packetBytesMax);
            if (at == INCOMPLETE) {
                return INCOMPLETE;
            }
        }
        return at - start;
    }

    /** Where a string or buffer that begins there ends. */
    private static int afterBlock(ByteBuf in, int at, int start, int packetBytesMax) {
        if (in.writerIndex() - at < Integer.BYTES) {
            return INCOMPLETE;
        }
        int length = in.getInt(at);
        if (length < Jute.NULL_LENGTH || (long) length + at - start > packetBytesMax) {
            throw new MalformedException(
                    "packet of more than " + packetBytesMax + " bytes, or of a block of " + length + " bytes");
        }
        int after = at + Integer.BYTES + Math.max(0, length);
        return after > in.writerIndex() ? INCOMPLETE : after;
    }
}
