package io.lyrebird.perf.bench;

import java.net.InetSocketAddress;
import java.util.List;

/** A server that somebody else runs. */
public record RunningServer(InetSocketAddress address, List<Long> pids) implements Server {
    @Override
    public String name() {
        return address.getHostString() + ":" + address.getPort();
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return List.of(address);
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
