package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.Clients;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An epoch has 2^32 zxids; here a leader takes far fewer, so that they run out while clients write. */
class RollOverTest {
    private static final int SESSION_TIMEOUT_MS = 20_000;
    private static final int COUNTER_MAX = 300;
    private static final int EPOCHS = 4;

    @TempDir
    Path folder;

    static List<String> mixes() {
        return Mixes.chosen("LLL,AAL").toList();
    }

    @ParameterizedTest
    @MethodSource("mixes")
    void aNewEpochBeginsWhenTheZxidsOfOneRunOutAndClientsKeepTheirSessions(String mix) throws Exception {
        Ensemble.Settings settings = Ensemble.Settings.plain().with("lyrebird.zxidCounterMax", COUNTER_MAX);
        try (Ensemble ensemble = new Ensemble(folder, mix, settings).start();
                SteadyWriter writer = new SteadyWriter(ensemble.connectString(), SESSION_TIMEOUT_MS, "/written")) {
            assertEquals(3, ensemble.leader().id());
            writer.awaitMore(COUNTER_MAX * EPOCHS);
            try (ZooKeeper reader = Clients.connect(ensemble.connectString(), SESSION_TIMEOUT_MS)) {
                writer.endAndCheck(reader);
                Stat last = reader.exists("/written", false);
                long epoch = last.getPzxid() >>> 32;
                assertTrue(ensemble.leader().kind() == Kind.APACHE || epoch >= EPOCHS, "only epoch " + epoch);
                assertTrue(epoch > 1, "only one epoch");
            }
            ensemble.awaitServing(ensemble.members());
            ensemble.assertSameTrees();
            ensemble.assertNoComplaints();
        }
    }
}
