package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/**
 * The first frame of a connection, which has no header. Clients of the 3.4 era and older end it before the readOnly
 * byte ({@code hasReadOnly} is false, and so is {@code readOnly}); their answer must not have that byte either.
 */
public record ConnectRequest(
        int protocolVersion,
        long lastZxidSeen,
        int timeoutMs,
        long sessionId,
        byte[] passwd,
        boolean readOnly,
        boolean hasReadOnly) {
    public void encode(ByteBuf out) {
        out.writeInt(protocolVersion);
        out.writeLong(lastZxidSeen);
        out.writeInt(timeoutMs);
        out.writeLong(sessionId);
        Jute.writeBuffer(out, passwd);
        if (hasReadOnly) {
            Jute.writeBool(out, readOnly);
        }
    }

    /** The buffer must end where the frame ends. */
    public static ConnectRequest decode(ByteBuf in) {
        int protocolVersion = Jute.readInt(in);
        long lastZxidSeen = Jute.readLong(in);
        int timeoutMs = Jute.readInt(in);
        long sessionId = Jute.readLong(in);
        byte[] passwd = Jute.readBuffer(in);
        boolean hasReadOnly = in.isReadable();
        boolean readOnly = hasReadOnly && Jute.readBool(in);
        return new ConnectRequest(protocolVersion, lastZxidSeen, timeoutMs, sessionId, passwd, readOnly, hasReadOnly);
    }
}
