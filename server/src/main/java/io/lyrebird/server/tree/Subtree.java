package io.lyrebird.server.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Walks a node and everything below it. A tree can be deeper than a stack, so nothing here calls itself. */
public final class Subtree {
    private Subtree() {}

    /** How many nodes there are, the top included, and how long their data is. */
    public record Size(long nodes, long dataBytes) {
        public static final Size NOTHING = new Size(0, 0);
    }

    /** Parents before their children. */
    public static void forEach(Znode top, Consumer<Znode> visitor) {
        Deque<Znode> toVisit = new ArrayDeque<>();
        toVisit.push(top);
        while (!toVisit.isEmpty()) {
            Znode node = toVisit.pop();
            visitor.accept(node);
            for (int i = 0; i < node.childCount(); i++) {
                toVisit.push(node.child(i));
            }
        }
    }

    public static Size size(Znode top) {
        long[] counts = new long[2];
        forEach(top, node -> {
            counts[0]++;
            counts[1] += node.dataLength();
        });
        return new Size(counts[0], counts[1]);
    }
}
