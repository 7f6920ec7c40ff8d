package io.lyrebird.server.request;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The paths of the ephemerals of a session. */
final class SessionEphemerals {
    private SessionEphemerals() {}

    static Set<String> of(Tree tree, long sessionId) {
        List<String> paths = new ArrayList<>();
        for (Znode node : tree.ephemerals(sessionId)) {
            paths.add(node.path());
        }
        return inOrderOfDeletion(paths);
    }

    /**
     * As Apache deletes them when the session ends, and as whoever watches several of them sees it: in the order of a cloned
     * HashSet of strings, which is the same everywhere. A clone has the smallest table that holds its elements, which
     * decides the order; other copies need not.
     *
     * @param paths in the order of their creation
     */
    @SuppressWarnings("unchecked")
    static Set<String> inOrderOfDeletion(Collection<String> paths) {
        return (Set<String>) new HashSet<>(paths).clone();
    }
}
