package io.lyrebird.store.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of our own that may be killed: it runs a main class with this one's class path. */
final class ChildJvm implements AutoCloseable {
    private static final int END_SECONDS = 30;

    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;

    ChildJvm(Path folder, Class<?> mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:ErrorFile=" + folder.resolve("hs_err_%p.log"));
        command.add("-Djava.io.tmpdir=" + emptied(folder.resolve("tmp")));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass.getName());
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("child.err").toFile()))
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** A process that was killed leaves the native libraries there that it had unpacked. */
    private static Path emptied(Path tmp) throws IOException {
        if (Files.exists(tmp)) {
            Folders.delete(tmp);
        }
        return Files.createDirectories(tmp);
    }

    /** The next line that it prints, or null when it has ended. */
    String readLine() throws IOException {
        return out.readLine();
    }

    /** Whether there is something to read without waiting. */
    boolean isReady() throws IOException {
        return out.ready();
    }

    void println(String line) {
        in.println(line);
    }

    /** Whether it ended by itself within this time. */
    boolean endsWithinMs(long ms) throws InterruptedException {
        return process.waitFor(ms, TimeUnit.MILLISECONDS);
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the child process does not end");
        }
        return process.exitValue();
    }

    /** With signal 9, and waits until it is gone. What it has printed can still be read. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        exitCode();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        out.close();
        in.close();
    }
}
