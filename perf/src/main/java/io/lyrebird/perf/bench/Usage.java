package io.lyrebird.perf.bench;

import io.lyrebird.perf.load.LoadObserver;
import io.lyrebird.perf.machine.CpuTimes;
import io.lyrebird.perf.machine.ResidentMemory;
import io.lyrebird.perf.scenario.Metric;
import java.util.List;
import java.util.Map;

/** What the measured time cost the machine: the processor time of the server, of this program and of all others. */
final class Usage implements LoadObserver {
    private static final double NANOS_PER_MICRO = 1e3;

    private final List<Long> pids;
    private final Progress progress;
    private CpuTimes begin;
    private CpuTimes used;
    private long beginNanos;
    private long nanos;

    /** @param pids of the server's processes; none if they are not known here */
    Usage(List<Long> pids, Progress progress) {
        this.pids = pids;
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
        if (!pids.isEmpty()) {
            metrics.put(Metric.SERVER_CORES, used.serverNanos() / (double) nanos);
            if (requests > 0) {
                metrics.put(Metric.CPU, used.serverNanos() / NANOS_PER_MICRO / requests);
            }
            ResidentMemory.residentMb(pids).ifPresent(mb -> metrics.put(Metric.RSS, mb));
        }
    }
}
