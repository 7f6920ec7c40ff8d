package io.lyrebird.perf.bench;

import io.lyrebird.perf.machine.ServerLaunch;
import io.lyrebird.perf.machine.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A server in a process of its own. */
public final class StartedServer implements Server {
    private final ServerLaunch launch;
    private final ServerProcess process;

    public StartedServer(ServerLaunch launch, Path folder) {
        this.launch = launch;
        this.process = new ServerProcess(launch, folder);
    }

    @Override
    public String name() {
        return launch.name();
    }

    @Override
    public String description() {
        return launch.version() + " (" + launch.settings() + ")";
    }

    @Override
    public long start() throws IOException, InterruptedException {
        return process.start();
    }

    @Override
    public void stop() throws InterruptedException {
        process.stop();
    }

    @Override
    public InetSocketAddress address() {
        return process.address();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public boolean isOurs() {
        return true;
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
