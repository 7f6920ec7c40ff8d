package io.lyrebird.compat.ensemble;

import io.lyrebird.compat.support.Clients;
import java.nio.file.Path;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An ensemble of Apache's servers becomes one of Lyrebirds and then one of Apache's again, one server at a time, each on
 * the data and the zoo.cfg of the one it replaces, while applications use it. They lose no session, no lock, no
 * ephemeral node, no watch and no acknowledged write.
 */
class RollingReplacementTest {
    private static final int SESSION_TIMEOUT_MS = 30_000;
    private static final int WRITES_BETWEEN = 50;

    @TempDir
    Path folder;

    @Test
    void applicationsGoOnWhileEveryServerIsReplacedAndReplacedBack() throws Exception {
        boolean apacheOnly = System.getProperty("ensemble.only", "").equals("A");
        try (Ensemble ensemble = new Ensemble(folder, "AAA").start();
                Applications applications = new Applications(ensemble, folder)) {
            applications.check();
            for (Kind next : new Kind[] {apacheOnly ? Kind.APACHE : Kind.LYREBIRD, Kind.APACHE}) {
                for (Member member : ensemble.members()) {
                    member.server().stop();
                    applications.writer.awaitMore(WRITES_BETWEEN);
                    member.become(next);
                    member.server().launch();
                    ensemble.awaitServing(ensemble.members());
                    applications.check();
                }
            }
            applications.end(ensemble);
            ensemble.assertSameTrees();
            ensemble.assertNoComplaints();
        }
    }

    private static final class Applications implements AutoCloseable {
        private final SteadyWriter writer;
        private final CuratorApplication curator;
        private final KazooApplication kazoo;

        Applications(Ensemble ensemble, Path folder) throws Exception {
            writer = new SteadyWriter(ensemble.connectString(), SESSION_TIMEOUT_MS, "/written");
            curator = new CuratorApplication(ensemble.connectString(), SESSION_TIMEOUT_MS);
            kazoo = KazooApplication.isInstalled() ? new KazooApplication(ensemble.connectString(), folder) : null;
        }

        void check() throws Exception {
            writer.awaitMore(WRITES_BETWEEN);
            curator.check();
            if (kazoo != null) {
                kazoo.check();
            }
        }

        void end(Ensemble ensemble) throws Exception {
            try (ZooKeeper reader = Clients.connect(ensemble.connectString(), SESSION_TIMEOUT_MS)) {
                writer.endAndCheck(reader);
            }
            curator.end();
            if (kazoo != null) {
                kazoo.end();
            }
        }

        @Override
        public void close() throws InterruptedException {
            writer.close();
            curator.close();
            if (kazoo != null) {
                kazoo.close();
            }
        }
    }
}
