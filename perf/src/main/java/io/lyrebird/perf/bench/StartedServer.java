package io.lyrebird.perf.bench;

import io.lyrebird.perf.machine.Membership;
import io.lyrebird.perf.machine.ServerLaunch;
import io.lyrebird.perf.machine.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, or an ensemble of them. */
public final class StartedServer implements Server {
    private final ServerLaunch launch;
    private final List<ServerProcess> members = new ArrayList<>();

    public StartedServer(ServerLaunch launch, Path folder, int servers) throws IOException {
        this.launch = launch;
        if (servers == 1) {
            members.add(new ServerProcess(launch, folder, Membership.ALONE));
            return;
        }
        for (Membership membership : Membership.ofEnsemble(servers)) {
            Path own = Files.createDirectories(folder.resolve(Integer.toString(membership.id())));
            members.add(new ServerProcess(launch, own, membership));
        }
    }

    @Override
    public String name() {
        return launch.name();
    }

    @Override
    public String description() {
        String ensemble = members.size() == 1 ? "" : members.size() + " servers, each ";
        return launch.version() + " (" + ensemble + launch.settings() + ")";
    }

    /** Gives the time until the last of them serves. */
    @Override
    public long start() throws IOException, InterruptedException {
        for (ServerProcess member : members) {
            member.start();
        }
        long longestNanos = 0;
        for (ServerProcess member : members) {
            longestNanos = Math.max(longestNanos, member.awaitServing());
        }
        return longestNanos;
    }

    @Override
    public void stop() throws InterruptedException {
        for (ServerProcess member : members) {
            member.stop();
        }
    }

    @Override
    public List<InetSocketAddress> addresses() {
        return members.stream().map(ServerProcess::address).toList();
    }

    @Override
    public List<Long> pids() {
        return members.stream().map(ServerProcess::pid).toList();
    }

    @Override
    public List<Path> dataFolders() {
        return members.stream().map(ServerProcess::dataFolder).toList();
    }

    @Override
    public boolean isOurs() {
        return true;
    }

    @Override
    public void close() throws IOException {
        for (ServerProcess member : members) {
            member.close();
        }
    }
}
