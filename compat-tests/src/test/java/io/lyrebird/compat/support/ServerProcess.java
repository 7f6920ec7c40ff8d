package io.lyrebird.compat.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server that is started with the path of a zoo.cfg as the last argument of a command. */
abstract class ServerProcess implements ServerUnderTest {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STAND_STILL_LIMIT = Duration.ofSeconds(10);
    private static final int STOP_LIMIT_SECONDS = 15;

    private final Path folder;
    private final ServerOptions options;
    private final InetSocketAddress address;
    /** Another thread may end what one is starting. */
    private volatile Process process;

    ServerProcess(Path folder, ServerOptions options) {
        this.folder = folder.toAbsolutePath();
        this.options = options;
        String port = options.config().get("clientPort");
        this.address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), port == null ? FreePorts.next() : Integer.parseInt(port));
    }

    /** The command without the configuration file. */
    abstract List<String> command(List<String> jvmFlags);

    /** What the command finds in its environment, beside that of this JVM. */
    abstract Map<String, String> environment(List<String> jvmFlags);

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public Path dataDir() {
        return folder.resolve("data");
    }

    @Override
    public Path logFile() {
        return folder.resolve("server.log");
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isRunning() {
        Process now = process;
        return now != null && now.isAlive();
    }

    /** Of a process that has ended by itself. */
    public int exitValue() {
        return process.exitValue();
    }

    @Override
    public void start() throws Exception {
        launch();
        boolean serves = Await.holdsWithin(START_LIMIT, () -> !isRunning() || FourLetterWord.serves(address));
        if (!serves || !isRunning()) {
            kill();
            throw new IOException(name() + " does not serve; its output was:\n" + Files.readString(logFile()));
        }
    }

    @Override
    public void launch() throws IOException {
        if (isRunning()) {
            throw new IllegalStateException(name() + " is running already, pid " + pid());
        }
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(command(jvmFlags()));
        command.add(writeConfig().toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        builder.environment().putAll(environment(jvmFlags()));
        process = builder.start();
        process.getOutputStream().close();
        Reaper.watch(process);
    }

    @Override
    public void pause() {
        signal("STOP");
        try {
            Await.until(name() + " stands still", STAND_STILL_LIMIT, this::standsStill);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The signal takes effect a little after it is sent, thread by thread. */
    private boolean standsStill() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-s", name, Long.toString(pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() throws Exception {
        if (process == null) {
            return;
        }
        process.destroy();
        if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            kill();
            throw new IOException(name() + " did not end within " + STOP_LIMIT_SECONDS + " s of TERM");
        }
        process = null;
    }

    @Override
    public void kill() {
        Process now = process;
        if (now == null) {
            return;
        }
        now.descendants().forEach(ProcessHandle::destroyForcibly);
        now.destroyForcibly().onExit().join();
        process = null;
    }

    @Override
    public void close() {
        kill();
    }

    private List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
        flags.add("-Djava.io.tmpdir=" + folder); // a killed server leaves its unpacked libraries behind
        flags.addAll(options.jvmFlags());
        return flags;
    }

    private Path writeConfig() throws IOException {
        Files.createDirectories(dataDir());
        Map<String, String> lines = new TreeMap<>(Map.of(
                "dataDir", dataDir().toString(),
                "clientPort", Integer.toString(address.getPort()),
                "clientPortAddress", address.getAddress().getHostAddress(),
                "admin.enableServer", "false",
                "4lw.commands.whitelist", "*"));
        lines.putAll(options.config());
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return Files.writeString(folder.resolve("zoo.cfg"), text);
    }
}
