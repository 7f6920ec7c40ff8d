package io.lyrebird.server.request;

import io.lyrebird.server.tree.NodeKind;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Check;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tree as it will be once everything that has been prepared is applied (Apache's outstandingChanges): what is pending,
 * path by path, over the tree. Changes leave it from the front as their txns are applied; those of a multi that fails leave
 * it from the back, and what they hid comes back exactly.
 */
final class PendingView {
    private final Tree tree;
    private final TreeDigest digests = new TreeDigest();
    private final Deque<PendingNode> changes = new ArrayDeque<>();
    private final Map<String, PendingNode> latest = new HashMap<>();
    private final Map<Long, Deque<PendingNode>> createdEphemerals = new HashMap<>();
    /** What the changes of the multi at hand have hidden, null for nothing. */
    private final List<PendingNode> hidden = new ArrayList<>();

    private boolean inMulti;
    private long digestBeforeMulti;
    private long digest;

    PendingView(Tree tree) {
        this.tree = tree;
    }

    /** The node with this path, or null if there will be none. */
    PendingNode find(String path) {
        String key = path.isEmpty() ? SystemNodes.ROOT : path;
        PendingNode pending = latest.get(key);
        if (pending != null) {
            return pending.exists() ? pending : null;
        }
        Znode node = tree.find(key);
        return node == null ? null : PendingNode.ofTree(key, node, tree);
    }

    void put(PendingNode node) {
        if (changes.isEmpty()) {
            digest = tree.digest();
        }
        PendingNode before = latest.put(node.path(), node);
        if (tree.digestEnabled()) {
            node.computeDigest(digests);
            digest += node.digest() - digestOf(before, node);
        }
        changes.addLast(node);
        if (isCreatedEphemeral(node)) {
            createdEphemerals
                    .computeIfAbsent(node.stat().ephemeralOwner(), session -> new ArrayDeque<>())
                    .addLast(node);
        }
        if (inMulti) {
            hidden.add(before);
        }
    }

    private long digestOf(PendingNode before, PendingNode node) {
        if (before != null) {
            return before.digest();
        }
        return node.inTree() == null ? 0 : digests.of(node.inTree());
    }

    private static boolean isCreatedEphemeral(PendingNode node) {
        return node.exists() && node.kind() == NodeKind.EPHEMERAL && node.stat().czxid() == node.zxid();
    }

    /** The digest of the tree once everything pending is applied. */
    long digest() {
        return changes.isEmpty() ? tree.digest() : digest;
    }

    /** The ephemerals that a session will have once everything pending is applied. */
    Set<String> ephemerals(long sessionId) {
        Set<String> paths = new LinkedHashSet<>();
        for (Znode node : tree.ephemerals(sessionId)) {
            String path = node.path();
            PendingNode pending = latest.get(path);
            if (pending == null || pending.exists() && pending.stat().czxid() == node.czxid()) {
                paths.add(path);
            }
        }
        Deque<PendingNode> created = createdEphemerals.get(sessionId);
        if (created != null) {
            addThoseThatStay(created, paths);
        }
        return SessionEphemerals.inOrderOfDeletion(paths);
    }

    private void addThoseThatStay(Deque<PendingNode> created, Set<String> paths) {
        for (PendingNode node : created) {
            PendingNode pending = latest.get(node.path());
            if (pending.exists() && pending.stat().czxid() == node.zxid()) {
                paths.add(node.path());
            }
        }
    }

    void beginMulti() {
        Check.that(!inMulti, "a multi begins inside a multi");
        inMulti = true;
        digestBeforeMulti = digest;
    }

    /** The changes since {@link #beginMulti} are pending like any other. */
    void keepMulti() {
        inMulti = false;
        hidden.clear();
    }

    /** There were no changes since {@link #beginMulti}. */
    void rollBackMulti() {
        for (int i = hidden.size() - 1; i >= 0; i--) {
            PendingNode change = changes.removeLast();
            PendingNode before = hidden.get(i);
            if (before == null) {
                latest.remove(change.path());
            } else {
                latest.put(change.path(), before);
            }
            if (isCreatedEphemeral(change)) {
                forgetEphemeral(
                        change,
                        createdEphemerals.get(change.stat().ephemeralOwner()).removeLast());
            }
        }
        digest = digestBeforeMulti;
        keepMulti();
    }

    /** The changes of txns up to this one are in the tree. */
    void applied(long zxid) {
        while (!changes.isEmpty() && changes.peekFirst().zxid() <= zxid) {
            PendingNode change = changes.removeFirst();
            latest.remove(change.path(), change);
            if (isCreatedEphemeral(change)) {
                forgetEphemeral(
                        change,
                        createdEphemerals.get(change.stat().ephemeralOwner()).removeFirst());
            }
        }
    }

    private void forgetEphemeral(PendingNode change, PendingNode removed) {
        Check.that(change == removed, "pending ephemerals are not in the order of their changes");
        long sessionId = change.stat().ephemeralOwner();
        if (createdEphemerals.get(sessionId).isEmpty()) {
            createdEphemerals.remove(sessionId);
        }
    }

    void clear() {
        changes.clear();
        latest.clear();
        createdEphemerals.clear();
        keepMulti();
    }

    boolean isEmpty() {
        return changes.isEmpty() && latest.isEmpty() && createdEphemerals.isEmpty();
    }
}
