package io.lyrebird.compat.gate;

import java.nio.file.Path;

/** What the harness tells the JVM of one upstream class, as system properties. */
final class GateSettings {
    static final String SERVER_COMMAND = "gate.server.command";
    static final String SERVER_FLAGS = "gate.server.flags";
    static final String SERVER_LOG = "gate.server.log";

    private GateSettings() {}

    /** A shell command; the path of a zoo.cfg is added to it. */
    static String serverCommand() {
        return required(SERVER_COMMAND);
    }

    /** JVM options for every server, beside those that the tests set. */
    static String serverFlags() {
        return required(SERVER_FLAGS);
    }

    static Path serverLog() {
        return Path.of(required(SERVER_LOG));
    }

    private static String required(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("not set: " + name);
        }
        return value;
    }
}
