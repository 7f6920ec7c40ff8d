package io.lyrebird.server.core;

/** How long proposals are, for operators; -1 while there is none (BufferStats). */
final class ProposalSizes {
    private int last = -1;
    private int min = -1;
    private int max = -1;

    void proposed(int bytes) {
        last = bytes;
        min = min < 0 ? bytes : Math.min(min, bytes);
        max = Math.max(max, bytes);
    }

    int last() {
        return last;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }
}
