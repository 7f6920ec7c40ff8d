package io.lyrebird.compat.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A run of {@code bin/lyrebird} to its end. */
public record Command(int exit, String out, String err) {
    private static final int LIMIT_SECONDS = 120;

    public static Command run(Object... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(LyrebirdServer.launcher().toString()));
        for (Object word : words) {
            command.add(word.toString());
        }
        Path out = Files.createTempFile("command", ".out");
        Path err = Files.createTempFile("command", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("JVMFLAGS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g");
        Process process = builder.start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command + " did not end within " + LIMIT_SECONDS + " s");
            }
            return new Command(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Runs it and fails with what it said if it did not go well. */
    public static Command succeed(Object... words) throws IOException, InterruptedException {
        Command command = run(words);
        if (command.exit != 0) {
            throw new AssertionError("exit " + command.exit + ": " + command.err + command.out);
        }
        return command;
    }
}
