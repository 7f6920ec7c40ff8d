package io.lyrebird.perf.machine;

import io.lyrebird.perf.load.ControlClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server in a process of its own, on a free port of the loopback, that ends with this program at the latest. */
public final class ServerProcess implements AutoCloseable {
    private static final long START_LIMIT_NANOS = 120_000_000_000L;
    private static final int HANDSHAKE_LIMIT_MS = 250;
    private static final long RETRY_NANOS = 2_000_000;
    private static final int STOP_LIMIT_SECONDS = 30;

    private final ServerLaunch launch;
    private final Path folder;
    private final Membership membership;
    private final Thread endWithProgram = new Thread(this::killQuietly, "end server");
    private InetSocketAddress address;
    private Process process;
    private long startNanos;

    public ServerProcess(ServerLaunch launch, Path folder, Membership membership) {
        this.launch = launch;
        this.folder = folder.toAbsolutePath();
        this.membership = membership;
    }

    /** Starts it, on the data of the start before; it may take its time to serve. */
    public void start() throws IOException {
        if (process != null) {
            throw new IllegalStateException(launch.name() + " is running already, pid " + pid());
        }
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        List<String> command = new ArrayList<>(launch.command());
        command.add(writeConfig().toString());
        for (Map.Entry<String, String> file : launch.files().entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        builder.environment().putAll(launch.environment());
        Runtime.getRuntime().addShutdownHook(endWithProgram);
        startNanos = System.nanoTime();
        process = builder.start();
        process.getOutputStream().close();
    }

    /** Gives the nanoseconds from its start until it answered a session's handshake. */
    public long awaitServing() throws IOException, InterruptedException {
        ControlClient client = firstSession();
        long nanos = System.nanoTime() - startNanos;
        client.close();
        return nanos;
    }

    /**
     * Tries again until a handshake succeeds. A connection that comes just before a server is ready may never be
     * answered, so each try is short.
     */
    private ControlClient firstSession() throws IOException, InterruptedException {
        while (true) {
            try {
                return ControlClient.connect(address, HANDSHAKE_LIMIT_MS);
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() - startNanos > START_LIMIT_NANOS) {
                    kill();
                    throw new IOException(
                            launch.name() + " does not serve; its output was:\n" + Files.readString(logFile()), e);
                }
            }
            TimeUnit.NANOSECONDS.sleep(RETRY_NANOS);
        }
    }

    public InetSocketAddress address() {
        return address;
    }

    public long pid() {
        return process.pid();
    }

    public Path logFile() {
        return folder.resolve("server.log");
    }

    /** Asks it to end, and makes it end if it does not. The data stays. */
    public void stop() throws InterruptedException {
        if (process == null) {
            return;
        }
        process.destroy();
        if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            killQuietly();
        }
        ended();
    }

    private void kill() {
        killQuietly();
        ended();
    }

    private void killQuietly() {
        Process running = process;
        if (running != null) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly().onExit().join();
        }
    }

    private void ended() {
        process = null;
        try {
            Runtime.getRuntime().removeShutdownHook(endWithProgram);
        } catch (IllegalStateException e) {
            // The program is ending: the hook runs, and finds no process.
        }
    }

    /** Ends it and removes its data; the log stays. */
    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
        deleteTree(dataFolder());
    }

    public Path dataFolder() {
        return folder.resolve("data");
    }

    private Path writeConfig() throws IOException {
        Files.createDirectories(dataFolder());
        membership.writeId(dataFolder());
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("dataDir", dataFolder().toString());
        lines.put("clientPort", Integer.toString(address.getPort()));
        lines.put("clientPortAddress", address.getAddress().getHostAddress());
        lines.putAll(launch.config());
        lines.putAll(membership.config());
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return Files.writeString(folder.resolve("zoo.cfg"), text);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
