package io.lyrebird.server.request;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetEphemeralsResponse;
import io.lyrebird.wire.client.WhoAmIResponse;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Reads about the asking session itself, to which no ACL applies. */
final class ReadSession {
    private ReadSession() {}

    /** A prefix of nothing but blanks, or the root's, is none; any other is compared with the blanks it has. */
    static ErrorCode getEphemerals(ReadContext context, ByteBuf in, ByteBuf out) {
        String prefix = Jute.readString(in);
        boolean all = prefix == null || prefix.trim().isEmpty() || prefix.trim().equals("/");
        List<String> paths = new ArrayList<>();
        for (Znode node : context.tree().ephemerals(context.sessionId())) {
            String path = node.path();
            if (all || path.startsWith(prefix)) {
                paths.add(path);
            }
        }
        new GetEphemeralsResponse(paths).encode(out);
        return ErrorCode.OK;
    }

    static ErrorCode whoAmI(ReadContext context, ByteBuf in, ByteBuf out) {
        List<WhoAmIResponse.ClientInfo> infos = new ArrayList<>();
        for (Identity identity : context.identities()) {
            String user = context.authorizer().providers().userName(identity);
            infos.add(new WhoAmIResponse.ClientInfo(identity.scheme(), user));
        }
        new WhoAmIResponse(infos).encode(out);
        return ErrorCode.OK;
    }
}
