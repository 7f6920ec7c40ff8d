package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a whole ensemble does for its clients. */
@Timeout(120)
class WholeEnsembleTest {
    private EnsembleBed bed;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        bed = new EnsembleBed(folder);
    }

    @AfterEach
    void stop() throws Exception {
        bed.close();
    }

    @Test
    void eachServerServesAndSaysWhatItIs() throws Exception {
        assertEquals("observer", bed.mode(EnsembleBed.OBSERVER));
        for (int id : bed.servers.keySet()) {
            EnsembleBed.create(bed.connect(id), 1, "/from" + id);
        }
        for (int id : bed.servers.keySet()) {
            SocketClient client = bed.connect(id);
            for (int writer : bed.servers.keySet()) {
                EnsembleBed.assertReads(client, 2 * writer, "/from" + writer);
            }
        }
        int leader = bed.leader();
        assertEquals("3", bed.line(leader, "mntr", "zk_learners\t"));
        assertEquals("2", bed.line(leader, "mntr", "zk_synced_followers\t"));
        assertEquals("1", bed.line(leader, "mntr", "zk_synced_observers\t"));
        assertEquals("3", bed.line(EnsembleBed.OBSERVER, "mntr", "zk_quorum_size\t"));
        assertEquals("observing - broadcast", bed.line(EnsembleBed.OBSERVER, "mntr", "zk_peer_state\t"));
        assertEquals("1", bed.line(EnsembleBed.OBSERVER, "conf", "peerType="));
    }

    @Test
    void clientGoesOnWithItsSessionWhenTheLeaderIsGone() throws Exception {
        SocketClient client = bed.connect(bed.leader());
        EnsembleBed.create(client, 1, "/before");
        int gone = bed.leader();
        bed.servers.remove(gone).close();
        bed.await(() -> bed.leader() != 0);
        SocketClient again = bed.connect(bed.leader(), client.session.sessionId(), client.session.passwd());
        assertEquals(client.session.sessionId(), again.session.sessionId());
        EnsembleBed.assertReads(again, 2, "/before");
        EnsembleBed.create(again, 4, "/after");

        bed.start(gone);
        bed.await(() -> bed.mode(gone).equals("follower"));
        SocketClient behind = bed.connect(gone);
        EnsembleBed.assertReads(behind, 1, "/before");
        EnsembleBed.assertReads(behind, 3, "/after");
    }
}
