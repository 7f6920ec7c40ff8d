package io.lyrebird.compat.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a server's process takes of the machine, as the kernel and its JVM say. */
public final class ProcessGauge {
    private static final Pattern HEAP_USED = Pattern.compile("used (\\d+)K");
    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final long CLOCK_TICKS_PER_SECOND = 100;

    private final long pid;
    private final Path proc;

    public ProcessGauge(long pid) {
        this.pid = pid;
        this.proc = Path.of("/proc", Long.toString(pid));
    }

    /** Resident memory. */
    public long residentMiB() throws IOException {
        return Files.readAllLines(proc.resolve("status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElse(0)
                >> 10;
    }

    public int openFiles() throws IOException {
        try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
            return (int) files.count();
        }
    }

    /** Time that the process has spent on processors. */
    public long cpuMs() throws IOException {
        String stat = Files.readString(proc.resolve("stat"));
        String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = Long.parseLong(afterName[11]) + Long.parseLong(afterName[12]);
        return TimeUnit.SECONDS.toMillis(ticks) / CLOCK_TICKS_PER_SECOND;
    }

    /** What lives in the heap after a collection. */
    public double liveHeapMiB() throws IOException, InterruptedException {
        jcmd("GC.run");
        String info = jcmd("GC.heap_info");
        Matcher used = HEAP_USED.matcher(info);
        double sum = 0;
        for (String line : info.split("\n")) {
            used.reset(line);
            if (!line.contains("Metaspace") && !line.contains("class space") && used.find()) {
                sum += Long.parseLong(used.group(1)) / 1024.0;
            }
        }
        return sum;
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(JCMD.toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + command + ": " + answer);
        }
        return answer;
    }
}
