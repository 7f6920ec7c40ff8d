package io.lyrebird.server.image;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeObserver;
import io.lyrebird.server.tree.Znode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Gathers what a batch of txns changes, and gives it as entries of the image once the batch is applied. A node that
 * changes often within a batch, as the parent of many new ones, is encoded once.
 */
public final class ImageChanges implements TreeObserver {
    /** Takes the changes: a value of null removes the key. */
    public interface Sink {
        void change(byte[] key, byte[] valueOrNull);
    }

    private final Tree tree;
    private final Sessions sessions;
    private final Set<Znode> changed = new LinkedHashSet<>();
    private final Set<String> removed = new LinkedHashSet<>();
    private final Set<Long> touchedSessions = new LinkedHashSet<>();

    public ImageChanges(Tree tree, Sessions sessions) {
        this.tree = tree;
        this.sessions = sessions;
    }

    @Override
    public void changed(Znode node) {
        changed.add(node);
    }

    @Override
    public void removed(Znode node) {
        changed.remove(node);
        removed.add(node.path());
    }

    /** The session was created or closed. */
    public void sessionChanged(long sessionId) {
        touchedSessions.add(sessionId);
    }

    /** Everything is new, as in a tree that no image holds yet. */
    public void markAll() {
        touchedSessions.addAll(sessions.timeouts().keySet());
        Deque<Znode> unvisited = new ArrayDeque<>(List.of(tree.root()));
        while (!unvisited.isEmpty()) {
            Znode node = unvisited.pop();
            changed.add(node);
            for (int i = 0; i < node.childCount(); i++) {
                unvisited.push(node.child(i));
            }
        }
    }

    public boolean isEmpty() {
        return changed.isEmpty() && removed.isEmpty() && touchedSessions.isEmpty();
    }

    /** Gives all changes since the last time, as the tree is now. Removals come first: a path may be there again. */
    public void drainTo(Sink sink) {
        for (String path : removed) {
            sink.change(ImageKeys.node(path), null);
        }
        for (Znode node : changed) {
            sink.change(ImageKeys.node(node.path()), ImageValues.node(tree, node));
        }
        for (long sessionId : touchedSessions) {
            byte[] value = sessions.contains(sessionId) ? ImageValues.session(sessions.timeoutMs(sessionId)) : null;
            sink.change(ImageKeys.session(sessionId), value);
        }
        sink.change(ImageKeys.SUMMARY, ImageValues.summary(tree));
        clear();
    }

    /** The image has all of it. */
    public void clear() {
        changed.clear();
        removed.clear();
        touchedSessions.clear();
    }
}
