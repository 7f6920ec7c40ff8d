package io.lyrebird.compat.gate;

import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.FourLetterWord;
import io.lyrebird.compat.support.Reaper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * One server under test, driven only by a zoo.cfg (the last argument of its command) and by -D options in JVMFLAGS and
 * SERVER_JVMFLAGS, as the usual launchers take them.
 */
final class ForeignProcess {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final int TERM_LIMIT_SECONDS = 5;
    private static final int CONNECT_LIMIT_MS = 1_000;

    private Process process;

    synchronized void start(Path config) throws IOException {
        TestSettings.addLines(config);
        String flags = GateSettings.serverFlags() + " " + TestSettings.jvmFlags();
        // The shell splits the command; exec keeps the process id.
        ProcessBuilder builder = new ProcessBuilder(
                        "setsid", "sh", "-c", "exec " + GateSettings.serverCommand() + " \"$0\"", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        GateSettings.serverLog().toFile()));
        builder.environment().put("JVMFLAGS", flags);
        builder.environment().put("SERVER_JVMFLAGS", flags);
        note("gate: start " + config + " with " + flags + "\n" + Files.readString(config));
        process = builder.start();
        process.getOutputStream().close();
        Reaper.watch(process);
        Evidence.serverProcessStarted();
    }

    /** Returns when the server serves, is gone, or has had time enough: startup() inside a JVM is synchronous too. */
    void awaitServing(InetSocketAddress address) throws IOException {
        await(() -> !isAlive() || FourLetterWord.serves(reachable(address)));
    }

    /** The same for a port that asks for TLS, where nothing can be asked. */
    void awaitOpen(InetSocketAddress address) throws IOException {
        await(() -> !isAlive() || isOpen(reachable(address)));
    }

    boolean isAlive() {
        Process current = process;
        return current != null && current.isAlive();
    }

    void awaitEnd() throws InterruptedException {
        Process current = process;
        if (current != null) {
            current.waitFor();
        }
    }

    /** TERM to the process and all that it started (a launcher may not exec), then KILL. Not to be interrupted. */
    synchronized void stop() {
        if (process == null) {
            return;
        }
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle one : all) {
            try {
                one.onExit().get(TERM_LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                one.destroyForcibly();
            } catch (ExecutionException | TimeoutException e) {
                one.destroyForcibly();
            }
        }
        process.onExit().join();
        note("gate: ended with " + process.exitValue());
        process = null;
    }

    private static void await(Callable<Boolean> condition) throws IOException {
        try {
            Await.holdsWithin(START_LIMIT, condition);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static InetSocketAddress reachable(InetSocketAddress address) {
        return address.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())
                : address;
    }

    private static boolean isOpen(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_LIMIT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void note(String line) {
        try {
            Files.writeString(
                    GateSettings.serverLog(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
