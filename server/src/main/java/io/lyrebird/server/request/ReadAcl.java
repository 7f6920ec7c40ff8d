package io.lyrebird.server.request;

import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Perms;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** getACL: for those who may read or administrate the node; the hashes in it are for the latter only. */
final class ReadAcl {
    private ReadAcl() {}

    static ErrorCode getAcl(ReadContext context, ByteBuf in, ByteBuf out) {
        context.readPath(in);
        Znode node = context.find();
        if (node == null) {
            return ErrorCode.NO_NODE;
        }
        if (!context.may(node, Perms.READ | Perms.ADMIN)) {
            return ErrorCode.NO_AUTH;
        }
        List<Acl> acl = context.tree().acl(node);
        Acl.encodeList(out, context.may(node, Perms.ADMIN) ? acl : masked(acl));
        node.writeStat(out);
        return ErrorCode.OK;
    }

    private static List<Acl> masked(List<Acl> acl) {
        List<Acl> masked = new ArrayList<>(acl.size());
        for (Acl entry : acl) {
            int colon = entry.scheme().equals(DigestAuth.SCHEME) ? entry.id().indexOf(':') : -1;
            masked.add(
                    colon < 0
                            ? entry
                            : new Acl(entry.perms(), entry.scheme(), entry.id().substring(0, colon) + ":x"));
        }
        return masked;
    }
}
