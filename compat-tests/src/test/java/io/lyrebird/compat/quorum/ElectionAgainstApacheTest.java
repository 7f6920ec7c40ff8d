package io.lyrebird.compat.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.FreePorts;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.quorum.FastLeaderElection;
import org.apache.zookeeper.server.quorum.QuorumCnxManager;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeer.QuorumServer;
import org.apache.zookeeper.server.quorum.Vote;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Apache's FastLeaderElection and QuorumCnxManager, in this JVM, against the election port of a Lyrebird. The Lyrebird is
 * server 2 of three, so that Apache's has the lower id in some elections and the higher one in others.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ElectionAgainstApacheTest {
    private static final long OURS = 2;
    private static final long SECONDS_MAX = 30;
    private static final int PATIENCE_MS = 30_000;

    @TempDir
    Path folder;

    private final Map<Long, String> lines = new HashMap<>();
    private LyrebirdServer ours;
    private FastLeaderElection election;

    @BeforeEach
    void choosePorts() {
        for (long id = 1; id <= 3; id++) {
            lines.put(id, "127.0.0.1:" + FreePorts.next() + ":" + FreePorts.next());
        }
    }

    private void startOurs(String... jvmFlags) throws Exception {
        ServerOptions options = ServerOptions.defaults()
                .with("initLimit", 10)
                .with("syncLimit", 5)
                .with("tickTime", 500);
        for (Map.Entry<Long, String> line : lines.entrySet()) {
            options = options.with("server." + line.getKey(), line.getValue());
        }
        for (String flag : jvmFlags) {
            options = options.withJvmFlag(flag);
        }
        ours = new LyrebirdServer(folder.resolve("ours"), options);
        Files.createDirectories(ours.dataDir());
        Files.writeString(ours.dataDir().resolve("myid"), Long.toString(OURS));
        ours.launch();
    }

    private CompletableFuture<Vote> startApaches(long id) throws Exception {
        Map<Long, QuorumServer> servers = new HashMap<>();
        for (Map.Entry<Long, String> line : lines.entrySet()) {
            servers.put(line.getKey(), new QuorumServer(line.getKey(), line.getValue()));
        }
        Path data = Files.createDirectories(folder.resolve("apache" + id));
        QuorumPeer peer =
                new QuorumPeer(servers, data.toFile(), data.toFile(), FreePorts.next(), 3, id, 1000, 10, 5, 5);
        peer.setMultiAddressEnabled(Boolean.getBoolean("zookeeper.multiAddress.enabled"));
        QuorumCnxManager connections = peer.createCnxnManager();
        connections.listener.start();
        election = new FastLeaderElection(peer, connections);
        election.start();
        CompletableFuture<Vote> elected = new CompletableFuture<>();
        Thread looking = new Thread(() -> {
            try {
                elected.complete(election.lookForLeader());
            } catch (InterruptedException | RuntimeException e) {
                elected.completeExceptionally(e);
            }
        });
        looking.setDaemon(true);
        looking.start();
        return elected;
    }

    @AfterEach
    void stop() {
        if (election != null) {
            election.shutdown();
        }
        if (ours != null) {
            ours.close();
        }
    }

    private void assertElected(long leader, CompletableFuture<Vote> elected) throws Exception {
        Vote vote = elected.get(SECONDS_MAX, TimeUnit.SECONDS);
        assertEquals(leader, vote.getId());
        assertEquals(0, vote.getZxid());
    }

    @Test
    void anApacheServerWithTheLowerIdElectsUs() throws Exception {
        startOurs();
        assertElected(OURS, startApaches(1));
    }

    @Test
    void anApacheServerWithTheHigherIdIsElectedWithUs() throws Exception {
        startOurs();
        assertElected(3, startApaches(3));
    }

    @Test
    void anApacheServerThatWasThereFirstIsFound() throws Exception {
        CompletableFuture<Vote> elected = startApaches(3);
        startOurs();
        assertElected(3, elected);
    }

    @Test
    void anApacheServerThatIsStartedAgainIsToldOfUsAgain() throws Exception {
        startOurs();
        for (int run = 0; run < 3; run++) {
            assertElected(OURS, startApaches(1));
            election.shutdown();
        }
    }

    @Test
    void weAreFoundAgainAfterARestart() throws Exception {
        startOurs();
        assertElected(OURS, startApaches(1));
        election.shutdown();
        ours.kill();
        CompletableFuture<Vote> elected = startApaches(1);
        ours.launch();
        assertElected(OURS, elected);
    }

    /** The second address leads nowhere. Apache reads the property when it reads the lines, and when it connects. */
    @Test
    void serversWithSeveralAddressesFindEachOther() throws Exception {
        System.setProperty("zookeeper.multiAddress.enabled", "true");
        try {
            lines.put(1L, lines.get(1L) + "|127.0.0.9:" + FreePorts.next() + ":" + FreePorts.next());
            lines.put(OURS, lines.get(OURS) + "|127.0.0.8:" + FreePorts.next() + ":" + FreePorts.next());
            startOurs("-Dzookeeper.multiAddress.enabled=true");
            assertElected(OURS, startApaches(1));
        } finally {
            System.clearProperty("zookeeper.multiAddress.enabled");
        }
    }

    /** What is said first is what Apache says first, to the byte. */
    @Test
    void theFirstWordsAreApaches() throws Exception {
        String[] line = lines.get(1L).split(":");
        byte[] said;
        try (ServerSocket port = new ServerSocket(Integer.parseInt(line[2]), 5, InetAddress.getByName(line[0]))) {
            port.setSoTimeout(PATIENCE_MS);
            startOurs();
            try (Socket call = port.accept()) {
                said = call.getInputStream()
                        .readNBytes(20 + electionAddress(OURS).length());
            }
            Await.until("Lyrebird is up", Duration.ofSeconds(30), () -> ours.isRunning());
            ours.kill();
            // and now the other, as the same server, on the same line
            startApaches(OURS);
            try (Socket call = port.accept()) {
                assertEquals(
                        new String(call.getInputStream().readNBytes(said.length), StandardCharsets.ISO_8859_1),
                        new String(said, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private String electionAddress(long id) {
        String[] line = lines.get(id).split(":");
        return line[0] + ":" + line[2];
    }

    /** A server of before 3.5 says its bare id and no more. */
    @Test
    void theBareIdOfAnOldServerIsAnswered() throws Exception {
        startOurs();
        int port = Integer.parseInt(lines.get(OURS).split(":")[2]);
        Await.until("the election port is there", Duration.ofSeconds(30), () -> {
            try (Socket probe = new Socket("127.0.0.1", port)) {
                return probe.isConnected();
            } catch (java.net.ConnectException e) {
                return false;
            }
        });
        try (Socket old = new Socket("127.0.0.1", port)) {
            old.setSoTimeout(PATIENCE_MS);
            new DataOutputStream(old.getOutputStream()).writeLong(3);
            DataInputStream in = new DataInputStream(old.getInputStream());
            assertTrue(in.readInt() >= 40);
            assertEquals(0, in.readInt(), "it is looking");
            assertEquals(OURS, in.readLong(), "and votes for itself");
        }
    }
}
