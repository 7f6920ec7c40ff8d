package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Not sent by clients: how servers tell their leader of a new session. */
public record CreateSessionRequest(int timeoutMs) implements Request {
    @Override
    public void encode(ByteBuf out) {
        out.writeInt(timeoutMs);
    }

    public static CreateSessionRequest decode(ByteBuf in) {
        return new CreateSessionRequest(Jute.readInt(in));
    }
}
