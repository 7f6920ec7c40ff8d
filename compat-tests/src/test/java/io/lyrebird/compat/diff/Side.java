package io.lyrebird.compat.diff;

import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One of the two servers, and all that is known of it between sequences. */
final class Side implements SideRun.Host, AutoCloseable {
    /** Makes a server that is not started yet, on an empty folder. */
    interface ServerSource {
        ServerUnderTest next() throws Exception;
    }

    private final ServerSource source;
    private ServerUnderTest server;
    private Admin admin;

    Side(ServerSource source) {
        this.source = source;
    }

    String name() {
        return server.name();
    }

    /** Begins again with a server that remembers nothing. */
    void renew() throws Exception {
        close();
        server = source.next();
        server.start();
    }

    /** What was seen at each of the steps, and then of what they have left behind. */
    Sightings run(List<Step> steps, String root) {
        Sightings seen = new Sightings();
        try {
            if (admin == null) {
                admin = new Admin(server.address());
            }
            try (SideRun run = new SideRun(this, root)) {
                perform(steps, run, seen);
                admin.delete(inspect(run, seen));
            }
            admin.restore();
        } catch (Exception e) {
            seen.fail("FAILURE of " + name(), e.toString());
            forgetAdmin();
        }
        return seen;
    }

    private static void perform(List<Step> steps, SideRun run, Sightings seen) throws Exception {
        for (Step step : steps) {
            try {
                step.perform(run);
                seen.add(step.toString(), run.takeSightings());
            } catch (IOException e) {
                List<Sighting> last = new ArrayList<>(run.takeSightings());
                last.add(Sighting.other(e.getMessage()));
                seen.add(step.toString(), last);
                return;
            }
        }
    }

    /** Looks at everything that is left, and gives the nodes among it. */
    private List<String> inspect(SideRun run, Sightings seen) throws Exception {
        try {
            run.settle();
            seen.add("(events on their way)", run.takeSightings());
            seen.add("(the tree)", admin.contents(nodes(), run.normal()));
        } finally {
            run.closeSessions();
            seen.add("(the sessions end)", run.takeSightings());
        }
        List<String> left = nodes();
        seen.add("(the tree without its sessions)", admin.contents(left, run.normal()));
        return left;
    }

    /** All nodes that a server does not have from the start, parents before children. */
    private List<String> nodes() throws IOException {
        return admin.tree("/").stream()
                .filter(path -> !Admin.BUILT_IN.contains(path))
                .collect(Collectors.toList());
    }

    @Override
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public Admin admin() {
        return admin;
    }

    @Override
    public void restart(boolean killed) throws Exception {
        forgetAdmin();
        if (killed) {
            server.kill();
        } else {
            server.stop();
        }
        server.start();
        admin = new Admin(server.address());
    }

    private void forgetAdmin() {
        if (admin != null) {
            try {
                admin.close();
            } catch (IOException e) {
                // The connection is given up in any case.
            }
            admin = null;
        }
    }

    @Override
    public void close() {
        forgetAdmin();
        if (server != null) {
            server.close();
        }
    }
}
