package io.lyrebird.server.legacy;

import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.RandomRequests;
import io.lyrebird.server.request.RequestSettings;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.txn.TxnCodec;
import java.util.ArrayList;
import java.util.List;

/** A server's life from a seed: the txns as they are logged, each with its digest, and the state that they lead to. */
final class History {
    final Tree tree = new Tree(7, new OwnerEncoding(true, false), true);
    final Sessions sessions = new Sessions();
    final List<byte[]> txns = new ArrayList<>();
    private final Preparer preparer;
    private final TreeApplier applier;
    private final RandomRequests requests;
    private long timeMs = 1_700_000_000_000L;

    History(long seed) {
        SystemNodes.putInto(tree);
        Quotas quotas = new Quotas(tree);
        Authorizer authorizer = new Authorizer(new AuthProviders(List.of()), false);
        preparer = new Preparer(tree, sessions, RequestSettings.DEFAULTS, authorizer, quotas, QuotaListener.NONE);
        applier = new TreeApplier(tree, sessions, quotas, WatchTrigger.NONE);
        requests = new RandomRequests(seed).withoutQuotas();
    }

    static History of(long seed, int txns) {
        History history = new History(seed);
        history.advance(txns);
        return history;
    }

    /** One txn after another, with the zxids of a stand-alone server: 1, 2, 3, ... */
    void advance(int count) {
        for (int i = 0; i < count; i++) {
            WriteRequest request = requests.next();
            timeMs++;
            PreparedTxn prepared = preparer.prepare(request, tree.lastZxid() + 1, timeMs);
            applier.apply(prepared.header(), prepared.txn());
            preparer.applied(prepared.header().zxid());
            txns.add(TxnCodec.encode(prepared.header(), prepared.txn(), prepared.digest()));
        }
    }

    /** The txn with this zxid. */
    byte[] txn(long zxid) {
        return txns.get((int) zxid - 1);
    }
}
