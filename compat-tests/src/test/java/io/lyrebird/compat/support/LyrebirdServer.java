package io.lyrebird.compat.support;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Lyrebird, from the packaged tree that the build has just made. */
public final class LyrebirdServer extends ServerProcess {
    private final Path launcher;

    public LyrebirdServer(Path folder) {
        this(folder, ServerOptions.defaults());
    }

    public LyrebirdServer(Path folder, ServerOptions options) {
        this(folder, options, home());
    }

    /** From another packaged tree. */
    public LyrebirdServer(Path folder, ServerOptions options, Path home) {
        super(folder, options);
        launcher = launcherIn(home);
    }

    @Override
    public String name() {
        return "lyrebird";
    }

    @Override
    List<String> command(List<String> jvmFlags) {
        return List.of(launcher.toString(), "server");
    }

    @Override
    Map<String, String> environment(List<String> jvmFlags) {
        return Map.of("JVMFLAGS", String.join(" ", jvmFlags));
    }

    public static Path launcher() {
        return launcherIn(home());
    }

    private static Path home() {
        return Path.of(System.getProperty("lyrebird.home", "../dist/target/lyrebird"));
    }

    private static Path launcherIn(Path home) {
        return home.resolve("bin/lyrebird").toAbsolutePath().normalize();
    }
}
