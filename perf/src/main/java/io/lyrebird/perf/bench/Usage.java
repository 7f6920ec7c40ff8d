package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.machine.CpuTimes;
import io.lyrebird.perf.machine.ResidentMemory;
import io.lyrebird.perf.scenario.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the measured time cost the machine: the processor time of the server, of this program and of all others. */
final class Usage implements LoadObserver {
    private static final double NANOS_PER_MICRO = 1e3;

    private static final double BYTES_PER_MB = 1e6;

    private final List<Long> pids;
    private final List<Path> dataFolders;
    private final Progress progress;
    private CpuTimes begin;
    private CpuTimes used;
    private long beginNanos;
    private long nanos;
    private long diskBytesMax;

    Usage(Server server, Progress progress) {
        pids = server.pids();
        dataFolders = server.dataFolders();
        this.progress = progress;
    }

    @Override
    public void measuringBegins() {
        begin = CpuTimes.now(pids);
        beginNanos = System.nanoTime();
    }

    @Override
    public void interval(long answers, long intervalNanos) {
        progress.rate(answers * 1e9 / intervalNanos);
        diskBytesMax = Math.max(
                diskBytesMax, dataFolders.stream().mapToLong(Usage::bytesIn).sum());
    }

    @Override
    public void measuringEnds() {
        used = CpuTimes.now(pids).since(begin);
        nanos = System.nanoTime() - beginNanos;
    }

    /** The processor time is told by request, of which there were so many. */
    void addTo(Map<Metric, Double> metrics, long requests) throws InterruptedException {
        metrics.put(Metric.GENERATOR_CORES, used.ownNanos() / (double) nanos);
        metrics.put(Metric.OTHER_CORES, used.otherNanos() / (double) nanos);
        if (diskBytesMax > 0) {
            metrics.put(Metric.DISK, diskBytesMax / BYTES_PER_MB);
        }
        if (!pids.isEmpty()) {
            metrics.put(Metric.SERVER_CORES, used.serverNanos() / (double) nanos);
            if (requests > 0) {
                metrics.put(Metric.CPU, used.serverNanos() / NANOS_PER_MICRO / requests);
            }
            ResidentMemory.residentMb(pids).ifPresent(mb -> metrics.put(Metric.RSS, mb));
        }
    }

    private static long bytesIn(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(Usage::size).sum();
        } catch (IOException | UncheckedIOException e) {
            // A folder that goes away while it is walked through: the next interval counts again.
            return 0;
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
