package io.lyrebird.compat.support;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;

/** The JVM that runs the tests, for starting others like it. */
public final class Jvm {
    private Jvm() {}

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public static String classPath() {
        return System.getProperty("java.class.path");
    }

    /** The jar on the class path whose file name starts so. */
    public static String jar(String namePrefix) {
        return Arrays.stream(classPath().split(File.pathSeparator))
                .filter(path -> new File(path).getName().startsWith(namePrefix))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not on the class path: " + namePrefix));
    }
}
