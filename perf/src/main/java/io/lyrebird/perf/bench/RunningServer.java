package io.lyrebird.perf.bench;

import java.net.InetSocketAddress;

/** A server that somebody else runs. */
public record RunningServer(InetSocketAddress address, long pid) implements Server {
    @Override
    public String name() {
        return address.getHostString() + ":" + address.getPort();
    }

    @Override
    public String description() {
        return "the server at " + name();
    }

    @Override
    public long start() {
        return 0;
    }

    @Override
    public void stop() {}

    @Override
    public boolean isOurs() {
        return false;
    }

    @Override
    public void close() {}
}
