package io.lyrebird.compat.support;

import java.nio.file.Path;

/** The JVM that runs the tests, for starting others like it. */
public final class Jvm {
    private Jvm() {}

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public static String classPath() {
        return System.getProperty("java.class.path");
    }
}
