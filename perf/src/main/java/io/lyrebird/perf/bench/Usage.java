package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.machine.CpuTimes;
import io.lyrebird.perf.machine.ResidentMemory;
import io.lyrebird.perf.scenario.Metric;
import java.util.Map;

/** What the measured time cost the machine: the processor time of the server, of this program and of all others. */
final class Usage implements LoadObserver {
    private static final double NANOS_PER_MICRO = 1e3;

    private final long pid;
    private final Progress progress;
    private CpuTimes begin;
    private CpuTimes used;
    private long beginNanos;
    private long nanos;

    /** A pid of 0 stands for a server whose process is not known here. */
    Usage(long pid, Progress progress) {
        this.pid = pid;
        this.progress = progress;
    }

    @Override
    public void measuringBegins() {
        begin = CpuTimes.now(pid);
        beginNanos = System.nanoTime();
    }

    @Override
    public void interval(long answers, long intervalNanos) {
        progress.rate(answers * 1e9 / intervalNanos);
    }

    @Override
    public void measuringEnds() {
        used = CpuTimes.now(pid).since(begin);
        nanos = System.nanoTime() - beginNanos;
    }

    /** The processor time is told by request, of which there were so many. */
    void addTo(Map<Metric, Double> metrics, long requests) {
        metrics.put(Metric.GENERATOR_CORES, used.ownNanos() / (double) nanos);
        metrics.put(Metric.OTHER_CORES, used.otherNanos() / (double) nanos);
        if (pid != 0) {
            metrics.put(Metric.SERVER_CORES, used.serverNanos() / (double) nanos);
            if (requests > 0) {
                metrics.put(Metric.CPU, used.serverNanos() / NANOS_PER_MICRO / requests);
            }
            ResidentMemory.residentMb(pid).ifPresent(mb -> metrics.put(Metric.RSS, mb));
        }
    }
}
