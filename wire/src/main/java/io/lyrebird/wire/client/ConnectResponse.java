package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** The answer to a {@link ConnectRequest}; it has no header. A session that is not known gets timeout 0 and id 0. */
public record ConnectResponse(int protocolVersion, int timeoutMs, long sessionId, byte[] passwd, boolean readOnly) {
    /** The readOnly byte is for clients that sent one themselves. */
    public void encode(ByteBuf out, boolean withReadOnly) {
        out.writeInt(protocolVersion);
        out.writeInt(timeoutMs);
        out.writeLong(sessionId);
        Jute.writeBuffer(out, passwd);
        if (withReadOnly) {
            Jute.writeBool(out, readOnly);
        }
    }

    /** The buffer must end where the frame ends: an old server's answer has no readOnly byte. */
    public static ConnectResponse decode(ByteBuf in) {
        return new ConnectResponse(
                Jute.readInt(in),
                Jute.readInt(in),
                Jute.readLong(in),
                Jute.readBuffer(in),
                in.isReadable() && Jute.readBool(in));
    }
}
