package io.lyrebird.perf.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory a server process takes. */
public final class ResidentMemory {
    private static final double KB_PER_MB = 1024;
    private static final int JCMD_LIMIT_SECONDS = 60;
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");
    private static final Pattern HEAP_USED = Pattern.compile("(?m)heap\\s+total \\d+K, used (\\d+)K");

    private ResidentMemory() {}

    private interface Reading {
        OptionalDouble ofProcess(long pid) throws IOException, InterruptedException;
    }

    /** Of all these processes together; nothing if one of them, or all, cannot be read. */
    public static OptionalDouble residentMb(List<Long> pids) throws InterruptedException {
        return sum(pids, pid -> parse(RESIDENT, Files.readString(Path.of("/proc", Long.toString(pid), "status"))));
    }

    /** The heaps in use after a full collection; nothing if the JDK's jcmd is not there. */
    public static OptionalDouble liveHeapMb(List<Long> pids) throws InterruptedException {
        return sum(pids, pid -> {
            jcmd(pid, "GC.run");
            return parse(HEAP_USED, jcmd(pid, "GC.heap_info"));
        });
    }

    private static OptionalDouble sum(List<Long> pids, Reading reading) throws InterruptedException {
        double sum = 0;
        for (long pid : pids) {
            OptionalDouble one;
            try {
                one = reading.ofProcess(pid);
            } catch (IOException e) {
                return OptionalDouble.empty();
            }
            if (one.isEmpty()) {
                return one;
            }
            sum += one.getAsDouble();
        }
        return pids.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    static OptionalDouble parseStatus(String status) {
        return parse(RESIDENT, status);
    }

    static OptionalDouble parseHeapInfo(String info) {
        return parse(HEAP_USED, info);
    }

    private static OptionalDouble parse(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find()
                ? OptionalDouble.of(Long.parseLong(matcher.group(1)) / KB_PER_MB)
                : OptionalDouble.empty();
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Path output = Files.createTempFile("jcmd", ".txt");
        try {
            Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(JCMD_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("jcmd does not end");
            }
            return Files.readString(output, StandardCharsets.UTF_8);
        } finally {
            Files.delete(output);
        }
    }
}
