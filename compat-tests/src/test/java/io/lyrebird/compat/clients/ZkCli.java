package io.lyrebird.compat.clients;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Jvm;
import io.lyrebird.compat.support.Reaper;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Apache's command line client in a process of its own, fed through its standard input. */
final class ZkCli implements AutoCloseable {
    /** A command with one line of output of its own: the one before has printed all it had to. */
    private static final String MARKER_COMMAND = "printwatches";

    private static final String MARKER = "printwatches is ";
    private static final String EVENT = "WatchedEvent ";
    private static final int LIMIT_SECONDS = 30;

    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    ZkCli(ServerUnderTest server) throws IOException {
        process = start(command(server.connectString(), List.of()));
        input = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "zkCli-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** What a client prints that is started for one command, and its exit code in a last line. */
    static List<String> once(ServerUnderTest server, String... arguments) throws IOException, InterruptedException {
        Process process = start(command(server.connectString(), List.of(arguments)));
        process.getOutputStream().close();
        List<String> lines = new ArrayList<>(process.inputReader(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.equals("WATCHER::") && !line.startsWith(EVENT))
                .toList());
        lines.add("exit code " + process.waitFor());
        return lines;
    }

    private static Process start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Reaper.watch(process);
        return process;
    }

    private static List<String> command(String connectString, List<String> arguments) {
        // Without jline, which would draw a prompt and echo what it reads.
        String classPath = Arrays.stream(ApacheServer.classPath().split(File.pathSeparator))
                .filter(path -> !new File(path).getName().startsWith("jline-"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                "setsid",
                Jvm.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile="
                        + Path.of("target/test-classes/clients/silent-logback.xml")
                                .toAbsolutePath(),
                "-cp",
                classPath,
                "org.apache.zookeeper.ZooKeeperMain",
                "-server",
                connectString));
        command.addAll(arguments);
        return command;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(EVENT)) {
                    events.add(line);
                } else if (!line.isBlank() && !line.equals("WATCHER::")) {
                    output.add(line);
                }
            }
        } catch (IOException e) {
            output.add("lost: " + e);
        }
    }

    /** The lines that a command prints, without those of watch events. */
    List<String> run(String command) throws IOException, InterruptedException {
        input.write(command + "\n" + MARKER_COMMAND + "\n");
        input.flush();
        List<String> lines = new ArrayList<>();
        while (true) {
            String line = output.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new IOException(command + " does not come back; it printed " + lines);
            }
            if (line.startsWith(MARKER)) {
                return lines;
            }
            lines.add(line);
        }
    }

    /** Ends the client and returns the events of nodes that it has printed. */
    List<String> quit() throws IOException, InterruptedException {
        input.write("quit\n");
        input.close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("zkCli does not quit");
        }
        return events.stream().filter(event -> !event.contains("type:None")).toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
