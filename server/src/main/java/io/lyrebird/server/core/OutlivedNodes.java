package io.lyrebird.server.core;

import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Containers that have lost their last child, and TTL nodes whose time has come: the leader proposes to delete them, at a
 * bounded pace (Apache's ContainerManager). Whether a node may really go is decided again when its deletion is prepared.
 */
final class OutlivedNodes {
    private final Tree tree;
    private final OutlivedNodesLimits limits;
    private final Deque<String> candidates = new ArrayDeque<>();
    private long nextCheckMs;
    private long nextDeletionMs;

    OutlivedNodes(Tree tree, OutlivedNodesLimits limits, long nowMs) {
        this.tree = tree;
        this.limits = limits;
        nextCheckMs = nowMs + limits.checkIntervalMs();
    }

    /** Gives the paths that should be deleted now. */
    void tick(long nowMs, long wallMs, Consumer<String> delete) {
        if (candidates.isEmpty() && nowMs >= nextCheckMs) {
            nextCheckMs = nowMs + limits.checkIntervalMs();
            nextDeletionMs = nowMs;
            collect(wallMs);
        }
        while (!candidates.isEmpty() && nowMs >= nextDeletionMs) {
            delete.accept(candidates.poll());
            nextDeletionMs += limits.deletionIntervalMs();
        }
    }

    private void collect(long wallMs) {
        for (Znode container : tree.containers()) {
            if (container.childCount() == 0 && isSpent(container, wallMs)) {
                candidates.add(container.path());
            }
        }
        OwnerEncoding owners = tree.owners();
        for (Znode node : tree.ttls()) {
            long ttlMs = owners.ttlMs(node.ephemeralOwner());
            if (node.childCount() == 0 && ttlMs != 0 && wallMs - node.mtimeMs() > ttlMs) {
                candidates.add(node.path());
            }
        }
    }

    /** One that never had a child stays, unless a limit for that is configured. */
    private boolean isSpent(Znode container, long wallMs) {
        if (container.childrenCreated() > 0) {
            return true;
        }
        return limits.neverUsedMaxMs() != 0 && wallMs - container.mtimeMs() > limits.neverUsedMaxMs();
    }
}
