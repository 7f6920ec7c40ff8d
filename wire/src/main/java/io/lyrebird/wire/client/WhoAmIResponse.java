package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Answers whoAmI. */
public record WhoAmIResponse(List<ClientInfo> clientInfo) implements Response {
    /** One identity of a session; the user has no secret in it. */
    public record ClientInfo(String authScheme, String user) {
        private static final int BYTES_MIN = 2 * Integer.BYTES;

        private void encode(ByteBuf out) {
            Jute.writeString(out, authScheme);
            Jute.writeString(out, user);
        }

        private static ClientInfo decode(ByteBuf in) {
            return new ClientInfo(Jute.readString(in), Jute.readString(in));
        }
    }

    @Override
    public void encode(ByteBuf out) {
        Jute.writeVector(out, clientInfo, (buf, info) -> info.encode(buf));
    }

    public static WhoAmIResponse decode(ByteBuf in) {
        return new WhoAmIResponse(Jute.readVector(in, ClientInfo.BYTES_MIN, ClientInfo::decode));
    }
}
