package io.lyrebird.server.quorum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.zab.Input;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QuorumTransportTest {
    private static final LearnerMessage.LearnerInfo INFO =
            new LearnerMessage.LearnerInfo(false, 3, 1, LearnerMessage.LearnerInfo.PROTOCOL_VERSION, 0);

    private final List<Member> members = TestPeer.members(1, 2);
    private final EnsembleConfig one = TestPeer.ensemble(1, members);
    private final EnsembleConfig two = TestPeer.ensemble(2, members);
    private final List<TestPeer> peers = new ArrayList<>();

    private TestPeer learner;
    private TestPeer leader;
    private long toLeader;
    private long toLearner;

    QuorumTransportTest() throws IOException {}

    private void connect() throws Exception {
        connect(TestPeer.LIMITS, true);
    }

    private void connect(PeerLimits leaderLimits, boolean learnersCoreWorks) throws Exception {
        learner = TestPeer.start(one, TestPeer.LIMITS, learnersCoreWorks);
        peers.add(learner);
        leader = TestPeer.start(two, leaderLimits, true);
        peers.add(leader);
        learner.transport.connect(2);
        toLeader = learner.next(Input.LeaderConnected.class).connection();
        learner.transport.send(toLeader, INFO);
        learner.transport.flush();
        toLearner = leader.next(Input.LearnerConnected.class).connection();
        assertEquals(INFO, leader.next(Input.FromLearner.class).message());
    }

    @AfterEach
    void close() {
        peers.forEach(TestPeer::close);
    }

    private LeaderMessage nextFromLeader() throws InterruptedException {
        return learner.next(Input.FromLeader.class).message();
    }

    private void say(LeaderMessage... messages) {
        for (LeaderMessage message : messages) {
            leader.transport.send(toLearner, message);
        }
        leader.transport.flush();
    }

    @Test
    void messagesArriveInOrder() throws Exception {
        connect();
        for (int i = 0; i < 1000; i++) {
            leader.transport.send(toLearner, new LeaderMessage.Commit(i));
            learner.transport.send(toLeader, new LearnerMessage.Ack(i));
            if (i % 37 == 0) {
                leader.transport.flush();
                learner.transport.flush();
            }
        }
        leader.transport.flush();
        learner.transport.flush();
        for (int i = 0; i < 1000; i++) {
            assertEquals(new LeaderMessage.Commit(i), nextFromLeader());
            assertEquals(
                    new Input.FromLearner(toLearner, new LearnerMessage.Ack(i)), leader.next(Input.FromLearner.class));
        }
    }

    @Test
    void aServerThatDoesNotListenIsUnreachable() throws Exception {
        learner = TestPeer.start(one);
        peers.add(learner);
        learner.transport.connect(2);
        assertEquals(2, learner.next(Input.LeaderUnreachable.class).serverId());
        learner.transport.connect(99);
        assertEquals(99, learner.next(Input.LeaderUnreachable.class).serverId());
    }

    @Test
    void whoeverEndsAConnectionHearsNothingOfItAndTheOtherSideDoes() throws Exception {
        connect();
        leader.transport.disconnect(toLearner);
        assertEquals(toLeader, learner.next(Input.Disconnected.class).connection());
        learner.transport.send(toLeader, new LearnerMessage.Ack(1));
        learner.transport.flush();
        learner.transport.connect(2);
        assertNotEquals(toLeader, learner.next(Input.LeaderConnected.class).connection());
        learner.transport.disconnect(toLeader);
        assertTrue(leader.inputs.isEmpty());
    }

    /** Pieces that begin and end anywhere, between messages. */
    @Test
    void loggedTxnsAndSnapshotsKeepTheirPlaceAmongTheMessages() throws Exception {
        connect();
        byte[] snapshot = random(5_000_000);
        int logged = 5_000;
        leader.transport.send(toLearner, new LeaderMessage.LeaderInfo(4, 0x10000));
        leader.transport.sendLogged(toLearner, reader -> {
            for (int i = 1; i <= logged; i++) {
                reader.txn(i, new byte[i % 3000]);
            }
        });
        leader.transport.send(toLearner, new LeaderMessage.Commit(99));
        leader.transport.send(toLearner, new LeaderMessage.Snap(100));
        leader.transport.streamSnapshot(toLearner, out -> {
            for (int at = 0; at < 1000; at++) {
                out.write(snapshot[at]);
            }
            out.write(snapshot, 1000, snapshot.length - 1000);
        });
        say(new LeaderMessage.NewLeader(5L << 32, "x"), new LeaderMessage.UpToDate());
        say(new LeaderMessage.Ping(7));

        assertEquals(new LeaderMessage.LeaderInfo(4, 0x10000), nextFromLeader());
        for (int i = 1; i <= logged; i++) {
            LeaderMessage.Proposal proposal = (LeaderMessage.Proposal) nextFromLeader();
            assertEquals(i, proposal.zxid());
            assertEquals(i % 3000, proposal.txn().length);
            assertEquals(new LeaderMessage.Commit(i), nextFromLeader());
        }
        assertEquals(new LeaderMessage.Commit(99), nextFromLeader());
        assertEquals(new LeaderMessage.Snap(100), nextFromLeader());

        CompletableFuture<byte[]> received = new CompletableFuture<>();
        learner.transport.receiveSnapshot(toLeader, in -> received.complete(in.readNBytes(snapshot.length)));
        assertArrayEquals(snapshot, received.get(20, TimeUnit.SECONDS));
        assertTrue(learner.inputs.isEmpty(), "nothing before resume");
        learner.transport.resume(toLeader);
        assertEquals(new LeaderMessage.NewLeader(5L << 32, "x"), nextFromLeader());
        assertEquals(new LeaderMessage.UpToDate(), nextFromLeader());
        assertEquals(new LeaderMessage.Ping(7), nextFromLeader());
    }

    @Test
    void twoSnapshotsMayFollowEachOther() throws Exception {
        connect();
        for (int i = 0; i < 2; i++) {
            byte[] snapshot = random(10_000 + i);
            leader.transport.send(toLearner, new LeaderMessage.Snap(i));
            leader.transport.streamSnapshot(toLearner, out -> out.write(snapshot));
            say(new LeaderMessage.Commit(i));
            assertEquals(new LeaderMessage.Snap(i), nextFromLeader());
            CompletableFuture<byte[]> received = new CompletableFuture<>();
            learner.transport.receiveSnapshot(toLeader, in -> received.complete(in.readNBytes(snapshot.length)));
            assertArrayEquals(snapshot, received.get(20, TimeUnit.SECONDS));
            learner.transport.resume(toLeader);
            assertEquals(new LeaderMessage.Commit(i), nextFromLeader());
        }
    }

    @Test
    void aSnapshotThatBreaksOffFailsAndTheConnectionEndsAfterIt() throws Exception {
        connect();
        leader.transport.send(toLearner, new LeaderMessage.Snap(100));
        leader.transport.streamSnapshot(toLearner, out -> {
            out.write(new byte[200_000]);
            throw new IOException("the disk is gone");
        });
        leader.transport.flush();
        assertEquals(new LeaderMessage.Snap(100), nextFromLeader());
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        learner.transport.receiveSnapshot(toLeader, in -> {
            try {
                new DataInputStream(in).readFully(new byte[300_000]);
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        assertTrue(failure.get(20, TimeUnit.SECONDS) instanceof IOException);
        assertEquals(toLearner, leader.next(Input.Disconnected.class).connection());
    }

    @Test
    void aSnapshotThatHasArrivedIsReadEvenIfTheConnectionIsGoneByThen() throws Exception {
        connect();
        byte[] snapshot = random(1_000);
        leader.transport.send(toLearner, new LeaderMessage.Snap(100));
        leader.transport.streamSnapshot(toLearner, out -> out.write(snapshot));
        say(new LeaderMessage.Commit(5));
        // A stream begins when all that was said before it has been handed to the socket.
        CompletableFuture<Boolean> sent = new CompletableFuture<>();
        leader.transport.streamSnapshot(toLearner, out -> sent.complete(true));
        leader.transport.flush();
        assertEquals(new LeaderMessage.Snap(100), nextFromLeader());
        assertTrue(sent.get(20, TimeUnit.SECONDS));
        leader.close();
        CompletableFuture<byte[]> received = new CompletableFuture<>();
        learner.transport.receiveSnapshot(toLeader, in -> received.complete(in.readNBytes(snapshot.length)));
        assertArrayEquals(snapshot, received.get(20, TimeUnit.SECONDS));
        learner.transport.resume(toLeader);
        assertEquals(new LeaderMessage.Commit(5), nextFromLeader());
        learner.next(Input.Disconnected.class);
    }

    @Test
    void aSinkIsUsedEvenIfTheConnectionIsUnknown() throws Exception {
        connect();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        learner.transport.receiveSnapshot(4711, in -> {
            try {
                in.read();
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        assertTrue(failure.get(20, TimeUnit.SECONDS) instanceof IOException);
    }

    @Test
    void aSnapshotNeverTakesMuchMemoryHoweverSlowlyItIsRead() throws Exception {
        connect();
        AtomicLong written = new AtomicLong();
        CompletableFuture<Void> enough = new CompletableFuture<>();
        leader.transport.send(toLearner, new LeaderMessage.Snap(100));
        leader.transport.streamSnapshot(toLearner, out -> {
            byte[] piece = new byte[100_000];
            for (int i = 0; i < 1000; i++) {
                out.write(piece);
                written.addAndGet(piece.length);
            }
            enough.complete(null);
        });
        leader.transport.flush();
        assertEquals(new LeaderMessage.Snap(100), nextFromLeader());
        CompletableFuture<InputStream> stream = new CompletableFuture<>();
        CompletableFuture<Void> go = new CompletableFuture<>();
        CompletableFuture<Long> read = new CompletableFuture<>();
        learner.transport.receiveSnapshot(toLeader, in -> {
            stream.complete(in);
            go.join();
            long total = 0;
            while (total < 100_000_000) {
                int count = in.read(new byte[64 << 10]);
                if (count < 0) {
                    throw new EOFException();
                }
                total += count;
            }
            read.complete(total);
        });
        stream.get(20, TimeUnit.SECONDS);
        awaitStandstill(written);
        assertTrue(written.get() < 40_000_000, "written without a reader: " + written);
        go.complete(null);
        enough.get(30, TimeUnit.SECONDS);
        assertEquals(100_000_000, read.get(30, TimeUnit.SECONDS));
    }

    private static void awaitStandstill(AtomicLong counter) throws InterruptedException {
        long[] last = {-1, System.nanoTime()};
        TestPeer.await(
                () -> {
                    long now = System.nanoTime();
                    if (counter.get() != last[0]) {
                        last[0] = counter.get();
                        last[1] = now;
                    }
                    return last[0] > 0 && now - last[1] > TimeUnit.MILLISECONDS.toNanos(300);
                },
                "a standstill");
    }

    @Test
    void aServerThatDoesNotReadLosesItsConnectionBeforeItTakesTooMuchMemory() throws Exception {
        PeerLimits limits = new PeerLimits(2 << 20, 20 << 20, 5_000, 5_000, 10_000, 60_000);
        leader = TestPeer.start(two, limits, true);
        peers.add(leader);
        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(4096);
            deaf.connect(TestPeer.quorumAddress(two));
            deaf.getOutputStream().write(TestPackets.encode(INFO));
            toLearner = leader.next(Input.LearnerConnected.class).connection();
            byte[] txn = new byte[1 << 20];
            int sent = 0;
            while (leader.inputs.stream().noneMatch(Input.Disconnected.class::isInstance)) {
                say(new LeaderMessage.Proposal(sent, txn));
                sent++;
                assertTrue(sent < 1_000_000);
            }
        }
    }

    @Test
    void aServerThatTakesNothingForTooLongLosesItsConnection() throws Exception {
        PeerLimits limits = new PeerLimits(2 << 20, 64 << 20, 5_000, 5_000, 10_000, 400);
        leader = TestPeer.start(two, limits, true);
        peers.add(leader);
        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(4096);
            deaf.connect(TestPeer.quorumAddress(two));
            deaf.getOutputStream().write(TestPackets.encode(INFO));
            toLearner = leader.next(Input.LearnerConnected.class).connection();
            for (int i = 0; i < 20; i++) {
                say(new LeaderMessage.Proposal(i, new byte[1 << 20]));
            }
            leader.await(Input.Disconnected.class, input -> input.connection() == toLearner);
        }
    }

    /** The other side is not read from while the core does not keep up. */
    @Test
    void aCoreThatDoesNotKeepUpIsNotFlooded() throws Exception {
        connect(new PeerLimits(2 << 20, Long.MAX_VALUE, 5_000, 5_000, 10_000, 60_000), false);
        byte[] txn = new byte[100_000];
        for (int i = 0; i < 1_000; i++) {
            say(new LeaderMessage.Proposal(i, txn));
        }
        AtomicLong arrived = new AtomicLong();
        TestPeer.await(
                () -> {
                    arrived.set(learner.inputs.size());
                    return arrived.get() > 50;
                },
                "the first of them");
        AtomicLong seen = new AtomicLong();
        long[] since = {System.nanoTime()};
        TestPeer.await(
                () -> {
                    if (seen.getAndSet(learner.inputs.size()) != learner.inputs.size()) {
                        since[0] = System.nanoTime();
                    }
                    return System.nanoTime() - since[0] > TimeUnit.MILLISECONDS.toNanos(300);
                },
                "a standstill");
        assertTrue(learner.inputs.size() < 200, "handed in: " + learner.inputs.size());
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        new SplittableRandom(bytes).nextBytes(random);
        return random;
    }
}
