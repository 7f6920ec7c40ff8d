package io.lyrebird.compat.support;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Lyrebird, from the packaged tree that the build has just made. */
public final class LyrebirdServer extends ServerProcess {
    public LyrebirdServer(Path folder) {
        this(folder, ServerOptions.defaults());
    }

    public LyrebirdServer(Path folder, ServerOptions options) {
        super(folder, options);
    }

    @Override
    public String name() {
        return "lyrebird";
    }

    @Override
    List<String> command(List<String> jvmFlags) {
        return List.of(launcher().toString(), "server");
    }

    @Override
    Map<String, String> environment(List<String> jvmFlags) {
        return Map.of("JVMFLAGS", String.join(" ", jvmFlags));
    }

    public static Path launcher() {
        return Path.of(System.getProperty("lyrebird.home", "../dist/target/lyrebird"), "bin", "lyrebird")
                .toAbsolutePath()
                .normalize();
    }
}
