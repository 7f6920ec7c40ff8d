package io.lyrebird.compat.support;

import java.nio.file.Path;

/** Which server the tests of real clients are pointed at: {@code -Dgate.server=lyrebird} or {@code apache}. */
public final class Servers {
    private static final String CHOICE = System.getProperty("gate.server", "none");

    private Servers() {}

    /** While there is no choice, the tests hold themselves against Apache. */
    public static boolean lyrebirdIsChosen() {
        return CHOICE.equals("lyrebird");
    }

    public static ServerUnderTest underTest(Path folder) {
        return underTest(folder, ServerOptions.defaults());
    }

    public static ServerUnderTest underTest(Path folder, ServerOptions options) {
        return lyrebirdIsChosen() ? new LyrebirdServer(folder, options) : new ApacheServer(folder, options);
    }
}
