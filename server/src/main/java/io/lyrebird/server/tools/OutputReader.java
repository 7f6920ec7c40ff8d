package io.lyrebird.server.tools;

import java.io.PrintStream;

/** Whoever reads what is printed, as {@code head}, may go before the end; then there is no use in going on. */
final class OutputReader {
    /** Asking costs a flush. */
    private static final int LINES_BETWEEN = 1 << 10;

    private final PrintStream out;
    private long lines;
    private boolean gone;

    OutputReader(PrintStream out) {
        this.out = out;
    }

    /** To be asked once a line. */
    boolean isGone() {
        lines++;
        if (lines % LINES_BETWEEN == 0) {
            gone = out.checkError();
        }
        return gone;
    }
}
