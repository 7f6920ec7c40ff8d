package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Either joining and leaving servers, or the new members; what is not meant is null. */
public record ReconfigRequest(String joiningServers, String leavingServers, String newMembers, long curConfigId)
        implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, joiningServers);
        Jute.writeString(out, leavingServers);
        Jute.writeString(out, newMembers);
        out.writeLong(curConfigId);
    }

    public static ReconfigRequest decode(ByteBuf in) {
        return new ReconfigRequest(Jute.readString(in), Jute.readString(in), Jute.readString(in), Jute.readLong(in));
    }
}
