package io.lyrebird.compat.request;

import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.RequestSettings;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.txn.TxnCodec;
import io.netty.buffer.Unpooled;
import java.util.List;

/** Our preparation and application of requests, one at a time. */
final class LyrebirdPipeline {
    record Outcome(byte[] txn, ApplyResult result) {}

    private final Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
    private final Sessions sessions = new Sessions();
    private final Preparer preparer;
    private final TreeApplier applier;

    LyrebirdPipeline(RequestSettings settings) {
        SystemNodes.putInto(tree);
        Quotas quotas = new Quotas(tree);
        Authorizer authorizer = new Authorizer(
                new AuthProviders(List.of(new IpAuth(), new DigestAuth(DigestAuth.DEFAULT_ALGORITHM, null))), false);
        preparer = new Preparer(tree, sessions, settings, authorizer, quotas, QuotaListener.NONE);
        applier = new TreeApplier(tree, sessions, quotas, WatchTrigger.NONE);
    }

    Tree tree() {
        return tree;
    }

    Outcome run(long sessionId, int xid, int type, byte[] body, List<Identity> identities, long zxid, long timeMs) {
        WriteRequest request = new WriteRequest(sessionId, xid, type, decode(type, body), identities);
        PreparedTxn txn = preparer.prepare(request, zxid, timeMs);
        byte[] bytes = TxnCodec.encode(txn.header(), txn.txn(), txn.digest());
        ApplyResult result = applier.apply(txn.header(), txn.txn());
        preparer.applied(zxid);
        return new Outcome(bytes, result);
    }

    private static Request decode(int type, byte[] body) {
        try {
            return RequestCodec.decode(type, Unpooled.wrappedBuffer(body));
        } catch (MalformedException e) {
            return null;
        }
    }
}
