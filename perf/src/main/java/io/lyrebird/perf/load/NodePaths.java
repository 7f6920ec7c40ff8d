package io.lyrebird.perf.load;

import io.netty.buffer.ByteBuf;
import java.util.Locale;

/**
 * Where the nodes of a load are: the prefilled ones a hundred to a parent, the created ones under a parent per
 * connection. All paths of a kind have the same length, so that a prepared frame takes any of them by its digits.
 */
public final class NodePaths {
    public static final String ROOT = "/lyrebird-perf";
    public static final String NODES = ROOT + "/nodes";
    public static final String CREATED = ROOT + "/created";
    public static final int NODES_PER_PARENT = 100;
    public static final int NODES_MAX = 10_000_000;
    public static final int CONNECTIONS_MAX = 100_000;

    private static final int PARENT_DIGITS = 5;
    private static final int LEAF_DIGITS = 2;
    private static final int CONNECTION_DIGITS = 5;
    private static final int COUNTER_DIGITS = 10;

    private static final int PARENT_AT = NODES.length() + 2;
    private static final int LEAF_AT = PARENT_AT + PARENT_DIGITS + 2;
    private static final int CONNECTION_AT = CREATED.length() + 2;
    private static final int COUNTER_AT = CONNECTION_AT + CONNECTION_DIGITS + 2;

    private NodePaths() {}

    /** How many parents so many nodes have. */
    static int parents(int nodes) {
        return (nodes + NODES_PER_PARENT - 1) / NODES_PER_PARENT;
    }

    public static String parent(int parent) {
        return String.format(Locale.ROOT, "%s/d%05d", NODES, parent);
    }

    public static String node(int key) {
        return String.format(Locale.ROOT, "%s/n%02d", parent(key / NODES_PER_PARENT), key % NODES_PER_PARENT);
    }

    public static String createdBy(int connection) {
        return String.format(Locale.ROOT, "%s/c%05d", CREATED, connection);
    }

    public static String created(int connection, long counter) {
        return String.format(Locale.ROOT, "%s/n%010d", createdBy(connection), counter);
    }

    static void putParent(ByteBuf frame, int pathIndex, int parent) {
        putDigits(frame, pathIndex + PARENT_AT, PARENT_DIGITS, parent);
    }

    static void putNode(ByteBuf frame, int pathIndex, int key) {
        int parent = key / NODES_PER_PARENT;
        putParent(frame, pathIndex, parent);
        putDigits(frame, pathIndex + LEAF_AT, LEAF_DIGITS, key - parent * NODES_PER_PARENT);
    }

    static void putCreated(ByteBuf frame, int pathIndex, long counter) {
        putDigits(frame, pathIndex + COUNTER_AT, COUNTER_DIGITS, counter);
    }

    private static void putDigits(ByteBuf frame, int index, int digits, long value) {
        long rest = value;
        for (int i = index + digits - 1; i >= index; i--) {
            long tenth = rest / 10;
            frame.setByte(i, (int) ('0' + (rest - tenth * 10)));
            rest = tenth;
        }
    }
}
