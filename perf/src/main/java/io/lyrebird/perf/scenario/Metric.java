package io.lyrebird.perf.scenario;

import java.util.List;

/** What a round can measure. */
public enum Metric {
    THROUGHPUT("throughput", "requests/s", true),
    P50("p50", "µs", false),
    P99("p99", "µs", false),
    P999("p99.9", "µs", false),
    MAX("max", "µs", false),
    /** The server's processor time for one request, of all its threads. */
    CPU("cpu", "µs/request", false),
    /** The server's resident memory at the end of the round. */
    RSS("rss", "MB", false),
    /** The most that its files took during the round. */
    DISK("disk", "MB", false),
    /** From the write that fires the watches to the event at the last of the clients. */
    LAST_NOTIFIED("last-notified", "ms", false),
    START("start", "ms", false),
    RSS_IDLE("rss-idle", "MB", false),
    RSS_FILLED("rss-filled", "MB", false),
    /** What is left of the heap after a full collection. */
    HEAP_LIVE("heap-live", "MB", false),
    FILL("fill", "creates/s", true),
    RESTART("restart", "ms", false),
    ERRORS("errors", "", false),
    /** Cores in use, to judge a round by: the server, this program, and everything else on the machine. */
    SERVER_CORES("server-cores", "cores", false),
    GENERATOR_CORES("generator-cores", "cores", false),
    OTHER_CORES("other-cores", "cores", false);

    public static final List<Metric> ALL = List.of(values());

    private final String label;
    private final String unit;
    private final boolean moreIsBetter;

    Metric(String label, String unit, boolean moreIsBetter) {
        this.label = label;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }

    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    public static Metric ofLabel(String label) {
        for (Metric metric : ALL) {
            if (metric.label.equals(label)) {
                return metric;
            }
        }
        throw new IllegalArgumentException("there is no metric '" + label + "', only "
                + String.join(" ", ALL.stream().map(Metric::label).toList()));
    }
}
