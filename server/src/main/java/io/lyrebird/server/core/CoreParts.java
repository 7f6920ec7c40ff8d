package io.lyrebird.server.core;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.request.Preparer;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.zab.ZabNode;

/** What a core is put together from. */
public record CoreParts(
        CoreSettings settings,
        Tree tree,
        Sessions sessions,
        SessionExpiry expiry,
        Preparer preparer,
        TreeApplier applier,
        ZabNode zab,
        Durability disk,
        ImageChanges imageChanges,
        Peers peers,
        CoreListener listener) {}
