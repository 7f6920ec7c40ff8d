package io.lyrebird.server.metrics;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** All recorders of a server. */
public final class Metrics {
    private final List<Recorder> recorders = new CopyOnWriteArrayList<>();
    private final AtomicInteger resets = new AtomicInteger();

    /** A recorder for one thread, which is asked for once and kept. */
    public Recorder newRecorder() {
        Recorder recorder = new Recorder(resets::get);
        recorders.add(recorder);
        return recorder;
    }

    /** Everything starts at zero again. */
    public void reset() {
        resets.incrementAndGet();
    }

    public long total(Counter counter) {
        long total = 0;
        for (Recorder recorder : recorders) {
            total += recorder.read(counter);
        }
        return total;
    }

    public Summary summary(Distribution... distributions) {
        Summary.Sum sum = new Summary.Sum();
        for (Distribution distribution : distributions) {
            for (Recorder recorder : recorders) {
                recorder.readInto(distribution, sum);
            }
        }
        return sum.summary();
    }

    /** Every request's latency, whether it read or wrote. */
    public Summary requestLatency() {
        return summary(Distribution.READ_LATENCY, Distribution.UPDATE_LATENCY);
    }
}
