package io.lyrebird.server.quota;

/** Told when a quota is exceeded: Apache logs it, at a bounded rate. */
public interface QuotaListener {
    QuotaListener NONE = exceeded -> {};

    /**
     * What was, or would have been, exceeded.
     *
     * @param path the path with the quota
     * @param figure "count" or "bytes"
     * @param value what the figure would become
     * @param hard whether the request is refused for it
     */
    record Exceeded(String path, String figure, long value, long limit, boolean hard) {}

    void exceeded(Exceeded exceeded);
}
