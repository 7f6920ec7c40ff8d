package io.lyrebird.perf.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Processor time used so far, in nanoseconds: by a server, by this process, and by everything on the machine, including
 * what the hypervisor took away. Taken from /proc, whose unit is a hundredth of a second.
 */
public record CpuTimes(long serverNanos, long ownNanos, long machineNanos) {
    private static final Path PROC = Path.of("/proc");
    private static final long NANOS_PER_TICK = 10_000_000L;

    /** @param serverPids the processes that make up the server; none if they are not known here */
    public static CpuTimes now(List<Long> serverPids) {
        try {
            long serverNanos = 0;
            for (long pid : serverPids) {
                serverNanos += ofProcess(PROC.resolve(Long.toString(pid)));
            }
            return new CpuTimes(serverNanos, ofProcess(PROC.resolve("self")), ofMachine(PROC));
        } catch (IOException e) {
            return new CpuTimes(0, 0, 0);
        }
    }

    public CpuTimes since(CpuTimes earlier) {
        return new CpuTimes(
                serverNanos - earlier.serverNanos, ownNanos - earlier.ownNanos, machineNanos - earlier.machineNanos);
    }

    /** What neither the server nor this process used. The three are not read at one instant: never below zero. */
    public long otherNanos() {
        return Math.max(0, machineNanos - serverNanos - ownNanos);
    }

    static long ofProcess(Path process) throws IOException {
        return parseProcessStat(Files.readString(process.resolve("stat")));
    }

    /** Fields 14 and 15 of proc_pid_stat(5); the name before them may hold blanks and parentheses. */
    static long parseProcessStat(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * NANOS_PER_TICK;
    }

    private static long ofMachine(Path proc) throws IOException {
        try (var lines = Files.lines(proc.resolve("stat"))) {
            return parseMachineStat(lines.findFirst().orElseThrow());
        }
    }

    /** cpu user nice system idle iowait irq softirq steal ...: all but idle and iowait. */
    static long parseMachineStat(String line) {
        String[] fields = line.trim().split("\\s+");
        long ticks = 0;
        for (int i = 1; i <= 8 && i < fields.length; i++) {
            if (i != 4 && i != 5) {
                ticks += Long.parseLong(fields[i]);
            }
        }
        return ticks * NANOS_PER_TICK;
    }
}
