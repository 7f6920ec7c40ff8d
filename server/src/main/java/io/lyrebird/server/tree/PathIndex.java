package io.lyrebird.server.tree;

import io.lyrebird.wire.Check;
import java.util.Arrays;

/**
 * Finds a node by the bytes of its path, with one probe whatever the depth and without building a string.
 *
 * <p>Extendible hashing: a directory of segments, and a segment that is full splits into two. So the cost of growing is
 * bounded by the size of a segment, and no request ever waits for a rehash of millions of nodes. The hashes are kept
 * beside the nodes, so that probing and splitting never touch a node that is not the one looked for. The hash is keyed
 * by a secret seed: nobody can choose paths that collide.
 */
final class PathIndex {
    private static final int SEGMENT_SLOTS_MIN = 16;
    private static final int SEGMENT_SLOTS = 1024;
    /** Paths that collide beyond this many bits share a segment, which then grows instead. */
    private static final int DEPTH_MAX = 22;

    private final int depthMax;
    private final long multiplier;
    private final long initial;
    private Segment[] directory = {new Segment(0, SEGMENT_SLOTS_MIN)};
    private int directoryDepth;
    private int size;

    private static final class Segment {
        private int depth;
        private int[] hashes;
        private Znode[] nodes;
        private int size;

        Segment(int depth, int slots) {
            this.depth = depth;
            hashes = new int[slots];
            nodes = new Znode[slots];
        }

        void insert(int hash, Znode node) {
            int mask = nodes.length - 1;
            int slot = hash & mask;
            while (nodes[slot] != null) {
                slot = (slot + 1) & mask;
            }
            hashes[slot] = hash;
            nodes[slot] = node;
            size++;
        }

        boolean isFull() {
            return size >= nodes.length - (nodes.length >> 2);
        }

        void grow() {
            int[] oldHashes = hashes;
            Znode[] oldNodes = nodes;
            hashes = new int[oldHashes.length * 2];
            nodes = new Znode[oldNodes.length * 2];
            size = 0;
            for (int i = 0; i < oldNodes.length; i++) {
                if (oldNodes[i] != null) {
                    insert(oldHashes[i], oldNodes[i]);
                }
            }
        }

        /** Linear probing without tombstones: what follows a removed entry moves up. */
        void removeSlot(int slot) {
            int mask = nodes.length - 1;
            int hole = slot;
            int next = (slot + 1) & mask;
            while (nodes[next] != null) {
                int home = hashes[next] & mask;
                if (((next - home) & mask) >= ((next - hole) & mask)) {
                    hashes[hole] = hashes[next];
                    nodes[hole] = nodes[next];
                    hole = next;
                }
                next = (next + 1) & mask;
            }
            nodes[hole] = null;
            size--;
        }
    }

    PathIndex(long seed) {
        this(seed, DEPTH_MAX);
    }

    PathIndex(long seed, int depthMax) {
        this.depthMax = depthMax;
        multiplier = mix(seed) | 1;
        initial = mix(seed + 0x9E3779B97F4A7C15L);
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }

    int size() {
        return size;
    }

    private int hash(byte[] path, int from, int to) {
        long h = initial;
        long m = multiplier;
        for (int i = from; i < to; i++) {
            h = (h ^ path[i]) * m;
            h ^= h >>> 29;
        }
        return (int) (h >>> 32);
    }

    private Segment segment(int hash) {
        // The top bits choose the segment and the low ones the slot, so that the two do not depend on each other.
        return directory[directoryDepth == 0 ? 0 : hash >>> (32 - directoryDepth)];
    }

    /** The node with this path (which starts with a slash and is not the root's), or null. */
    Znode find(byte[] path, int from, int to) {
        int hash = hash(path, from, to);
        Segment segment = segment(hash);
        int mask = segment.nodes.length - 1;
        for (int slot = hash & mask; ; slot = (slot + 1) & mask) {
            Znode node = segment.nodes[slot];
            if (node == null) {
                return null;
            }
            if (segment.hashes[slot] == hash && hasPath(node, path, from, to)) {
                return node;
            }
        }
    }

    private static boolean hasPath(Znode node, byte[] path, int from, int to) {
        int end = to;
        Znode n = node;
        while (!n.isRoot()) {
            int start = end - n.nameLength();
            if (start <= from || path[start - 1] != '/' || !n.nameEquals(path, start, end)) {
                return false;
            }
            end = start - 1;
            n = n.parent();
        }
        return end == from;
    }

    /** Adds a node whose path is not in here yet. */
    void add(byte[] path, Znode node) {
        int hash = hash(path, 0, path.length);
        Segment segment = segment(hash);
        while (segment.isFull()) {
            makeRoom(segment, hash);
            segment = segment(hash);
        }
        segment.insert(hash, node);
        size++;
    }

    private void makeRoom(Segment segment, int hash) {
        if (segment.nodes.length < SEGMENT_SLOTS || segment.depth == depthMax) {
            segment.grow();
            return;
        }
        if (segment.depth == directoryDepth) {
            doubleDirectory();
        }
        split(segment, hash);
    }

    private void doubleDirectory() {
        Segment[] doubled = new Segment[directory.length * 2];
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] = directory[i >> 1];
        }
        directory = doubled;
        directoryDepth++;
    }

    private void split(Segment segment, int hash) {
        int depth = segment.depth + 1;
        Segment low = new Segment(depth, segment.nodes.length);
        Segment high = new Segment(depth, segment.nodes.length);
        int bit = 1 << (32 - depth);
        for (int i = 0; i < segment.nodes.length; i++) {
            if (segment.nodes[i] != null) {
                Segment target = (segment.hashes[i] & bit) == 0 ? low : high;
                target.insert(segment.hashes[i], segment.nodes[i]);
            }
        }
        int span = 1 << (directoryDepth - depth);
        int first = (hash >>> (32 - depth) & ~1) << (directoryDepth - depth);
        Arrays.fill(directory, first, first + span, low);
        Arrays.fill(directory, first + span, first + 2 * span, high);
    }

    void remove(byte[] path, Znode node) {
        int hash = hash(path, 0, path.length);
        Segment segment = segment(hash);
        int mask = segment.nodes.length - 1;
        int slot = hash & mask;
        while (segment.nodes[slot] != node) {
            Check.that(segment.nodes[slot] != null, "a node to be removed is not in the index");
            slot = (slot + 1) & mask;
        }
        segment.removeSlot(slot);
        size--;
    }
}
