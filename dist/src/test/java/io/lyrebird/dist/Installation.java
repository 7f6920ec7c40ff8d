package io.lyrebird.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A copy of the packaged tree in a folder with a blank in its name, and what its scripts say when they are run. */
final class Installation implements AutoCloseable {
    private static final int SECONDS_MAX = 60;

    final Path home;
    final Path work;
    final Path config;
    final int port;
    private final Map<String, String> environment = new HashMap<>();

    /** What a script left behind: its exit code, its output and its complaints. */
    record Outcome(int exit, String out, String err) {}

    Installation(Path folder) throws IOException {
        home = folder.resolve("opt dir/lyrebird");
        work = Files.createDirectories(folder.resolve("work"));
        copyTree(packagedTree(), home);
        port = freePort();
        config = home.resolve("conf/zoo.cfg");
        Files.writeString(config, configOf(folder.resolve("data dir")));
    }

    String configOf(Path dataDir) {
        return "dataDir = " + dataDir + " \nclientPort=" + port
                + "\nclientPortAddress=127.0.0.1\nlyrebird.store=memory\n";
    }

    static Path packagedTree() {
        return Path.of(System.getProperty("lyrebird.home"));
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    linkOrCopy(file, copy);
                }
            }
        }
    }

    /** A hundred megabytes of libraries are only copied where the temporary folder is on another disk. */
    private static void linkOrCopy(Path file, Path copy) throws IOException {
        if (file.toString().endsWith(".jar") || file.toString().endsWith(".so")) {
            try {
                Files.createLink(copy, file);
                return;
            } catch (IOException | UnsupportedOperationException e) {
                // copied below
            }
        }
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    Installation with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Outcome run(String... command) throws Exception {
        Path out = Files.createTempFile(work, "run", ".out");
        Path err = Files.createTempFile(work, "run", ".err");
        Process process = process(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("not done after " + SECONDS_MAX + " s: " + Arrays.toString(command));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    Outcome zkServer(String... arguments) throws Exception {
        return run(Stream.concat(Stream.of(home.resolve("bin/zkServer.sh").toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    /** A process of this installation, with an environment of its own. */
    ProcessBuilder process(String... command) {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
        builder.directory(work.toFile());
        Map<String, String> inherited = builder.environment();
        inherited.keySet().removeIf(name -> name.startsWith("ZOO") || name.startsWith("LYREBIRD"));
        List.of("JVMFLAGS", "SERVER_JVMFLAGS", "ZK_SERVER_HEAP").forEach(inherited::remove);
        inherited.putAll(environment);
        return builder;
    }

    Path pidFile() {
        return home.getParent().getParent().resolve("data dir/zookeeper_server.pid");
    }

    long pid() throws IOException {
        return Long.parseLong(Files.readString(pidFile()));
    }

    /** Ends the server that zkServer.sh may have left running. */
    @Override
    public void close() {
        try {
            if (Files.exists(pidFile())) {
                ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
