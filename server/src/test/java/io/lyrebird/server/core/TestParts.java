package io.lyrebird.server.core;

import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.RequestSettings;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import java.util.List;

/** A new tree, and what prepares and applies requests to it. */
final class TestParts {
    final Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
    final Preparer preparer;
    final TreeApplier applier;

    TestParts(Sessions sessions) {
        SystemNodes.putInto(tree);
        Quotas quotas = new Quotas(tree);
        Authorizer authorizer = new Authorizer(new AuthProviders(List.of()), false);
        preparer = new Preparer(tree, sessions, RequestSettings.DEFAULTS, authorizer, quotas, QuotaListener.NONE);
        applier = new TreeApplier(tree, sessions, quotas, WatchTrigger.NONE);
    }
}
