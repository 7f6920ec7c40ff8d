package io.lyrebird.server.request;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import java.util.HashSet;
import java.util.Set;

/**
 * The paths of the ephemerals of a session, in the order in which Apache deletes them when the session ends: that of a cloned
 * HashSet of strings, which is the same everywhere. Whoever watches several of them sees the events in that order.
 */
final class SessionEphemerals {
    private SessionEphemerals() {}

    /** A clone has the smallest table that holds its elements, which decides the order; other copies need not. */
    @SuppressWarnings("unchecked")
    static Set<String> of(Tree tree, long sessionId) {
        HashSet<String> paths = new HashSet<>();
        for (Znode node : tree.ephemerals(sessionId)) {
            paths.add(node.path());
        }
        return (Set<String>) paths.clone();
    }
}
