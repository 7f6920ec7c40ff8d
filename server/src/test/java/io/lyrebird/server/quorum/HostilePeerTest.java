package io.lyrebird.server.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.NotificationCodec;
import io.lyrebird.zab.Input;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that no server would send, from a seed: the connection is lost, everything else goes on. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostilePeerTest {
    private static final long SEED = 20261118;
    private static final int CONNECTIONS = 1_500;
    private static final long DIRECT_BYTES_MAX = 96 << 20;
    private static final int PATIENCE_MS = 20_000;

    private final List<Member> members = TestPeer.members(1, 2, 3);
    private final EnsembleConfig one = TestPeer.ensemble(1, members);
    private final EnsembleConfig two = TestPeer.ensemble(2, members);

    HostilePeerTest() throws IOException {}

    @Test
    void garbageOnBothPortsCostsItsConnectionAndNothingElse() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        try (TestPeer victim = TestPeer.start(two);
                TestPeer friend = TestPeer.start(one)) {
            List<Socket> idle = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                boolean election = random.nextBoolean();
                InetSocketAddress port = election ? TestPeer.electionAddress(two) : TestPeer.quorumAddress(two);
                Socket socket = new Socket(port.getAddress(), port.getPort());
                attack(socket, election ? electionBytes(random) : quorumBytes(random));
                if (random.nextInt(4) == 0) {
                    idle.add(socket);
                } else {
                    socket.close();
                }
            }
            victim.inputs.clear();
            friend.transport.sendVote(2, TestPeer.vote(5));
            victim.await(Input.Notified.class, vote -> vote.notification().equals(TestPeer.vote(5)));
            friend.transport.connect(2);
            long toLeader =
                    friend.await(Input.LeaderConnected.class, input -> true).connection();
            friend.transport.send(toLeader, info(1));
            friend.transport.flush();
            victim.await(Input.FromLearner.class, input -> input.message().equals(info(1)));
            assertTrue(
                    PlatformDependent.usedDirectMemory() < DIRECT_BYTES_MAX,
                    "direct memory: " + PlatformDependent.usedDirectMemory());
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    private static void attack(Socket socket, byte[] bytes) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
        } catch (SocketException e) {
            // it has been closed in the meantime
        }
    }

    private static byte[] electionBytes(SplittableRandom random) {
        ByteBuf out = Unpooled.buffer();
        byte[] address = "127.0.0.1:1".getBytes(StandardCharsets.UTF_8);
        switch (random.nextInt(6)) {
            case 0 -> out.writeBytes(garbage(random, 200));
            case 1 -> out.writeLong(-65536).writeLong(3).writeInt(random.nextInt());
            case 2 -> out.writeLong(-65535).writeLong(3).writeInt(2048).writeBytes(garbage(random, 2048));
            case 3 ->
                out.writeLong(random.nextInt(3, 1000))
                        .writeInt(random.nextInt())
                        .writeBytes(garbage(random, 99));
            case 4 -> {
                out.writeLong(-65536).writeLong(3).writeInt(address.length).writeBytes(address);
                out.writeInt(100).writeBytes(garbage(random, 150));
            }
            default -> {
                out.writeLong(-65536).writeLong(3).writeInt(address.length).writeBytes(address);
                ByteBuf vote = Unpooled.buffer();
                NotificationCodec.encode(TestPeer.vote(1), vote);
                byte[] mutated = mutate(random, ByteBufUtil.getBytes(vote));
                out.writeInt(mutated.length).writeBytes(mutated);
            }
        }
        return cut(random, ByteBufUtil.getBytes(out));
    }

    private static byte[] quorumBytes(SplittableRandom random) {
        ByteBuf out = Unpooled.buffer();
        switch (random.nextInt(6)) {
            case 0 -> out.writeBytes(garbage(random, 300));
            case 1 -> out.writeInt(11).writeLong(0).writeInt(random.nextInt()).writeBytes(garbage(random, 50));
            case 2 -> out.writeInt(11).writeLong(0).writeInt(-1).writeInt(random.nextInt());
            case 3 -> {
                out.writeBytes(TestPackets.encode(info(3)));
                out.writeInt(1).writeLong(0).writeInt(Integer.MAX_VALUE);
            }
            case 4 -> {
                out.writeBytes(TestPackets.encode(info(3)));
                out.writeInt(random.nextInt(20)).writeLong(0).writeInt(10).writeBytes(garbage(random, 100));
            }
            default -> {
                out.writeBytes(TestPackets.encode(info(random.nextInt(3, 9))));
                byte[] request =
                        TestPackets.encode(new LearnerMessage.Request(1, 2, 3, garbage(random, 50), List.of()));
                out.writeBytes(mutate(random, request));
            }
        }
        return cut(random, ByteBufUtil.getBytes(out));
    }

    private static byte[] garbage(SplittableRandom random, int lengthMax) {
        byte[] garbage = new byte[random.nextInt(lengthMax) + 1];
        random.nextBytes(garbage);
        return garbage;
    }

    private static byte[] mutate(SplittableRandom random, byte[] bytes) {
        for (int n = random.nextInt(3) + 1; n > 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static byte[] cut(SplittableRandom random, byte[] bytes) {
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    private static LearnerMessage.LearnerInfo info(long id) {
        return new LearnerMessage.LearnerInfo(false, 0, id, LearnerMessage.LearnerInfo.PROTOCOL_VERSION, 0);
    }

    @Test
    void strangersThatSayNothingDoNotKeepOthersOut() throws Exception {
        try (TestPeer victim = TestPeer.start(two);
                TestPeer friend = TestPeer.start(one)) {
            List<Socket> silent = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                for (InetSocketAddress port : List.of(TestPeer.electionAddress(two), TestPeer.quorumAddress(two))) {
                    Socket socket = new Socket(port.getAddress(), port.getPort());
                    socket.setSoTimeout(PATIENCE_MS);
                    silent.add(socket);
                }
            }
            assertEquals(-1, silent.get(0).getInputStream().read(), "the oldest has to go");
            assertEquals(-1, silent.get(1).getInputStream().read(), "the oldest has to go");
            friend.transport.sendVote(2, TestPeer.vote(5));
            victim.next(Input.Notified.class);
            friend.transport.connect(2);
            long toLeader =
                    friend.await(Input.LeaderConnected.class, input -> true).connection();
            friend.transport.send(toLeader, info(1));
            friend.transport.flush();
            victim.next(Input.LearnerConnected.class);
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void aStrangerThatSaysNothingIsTurnedAwayInTime() throws Exception {
        PeerLimits hasty = new PeerLimits(2 << 20, 64 << 20, 5_000, 5_000, 200, 10_000);
        try (TestPeer victim = TestPeer.start(two, hasty, true)) {
            for (InetSocketAddress port : List.of(TestPeer.electionAddress(two), TestPeer.quorumAddress(two))) {
                try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
                    socket.setSoTimeout(PATIENCE_MS);
                    socket.getOutputStream().write(1);
                    assertEquals(-1, socket.getInputStream().read());
                }
            }
            assertTrue(victim.inputs.isEmpty(), victim.inputs.toString());
        }
    }

    @Test
    void aFloodOfVotesWaitsInTheSocket() throws Exception {
        try (TestPeer victim = TestPeer.start(two, TestPeer.LIMITS, false);
                Socket socket = new Socket()) {
            socket.connect(TestPeer.electionAddress(two));
            ByteBuf vote = Unpooled.buffer();
            NotificationCodec.encode(TestPeer.vote(1), vote);
            byte[] body = ByteBufUtil.getBytes(vote);
            ByteBuf flood = Unpooled.buffer();
            for (int i = 0; i < 1000; i++) {
                flood.writeInt(body.length).writeBytes(body);
            }
            byte[] bytes = ByteBufUtil.getBytes(flood);
            Thread writer = new Thread(() -> {
                try {
                    OutputStream out = socket.getOutputStream();
                    out.write(ByteBufUtil.getBytes(Unpooled.buffer().writeLong(3)));
                    while (true) {
                        out.write(bytes);
                    }
                } catch (IOException e) {
                    // the test has ended
                }
            });
            writer.setDaemon(true);
            writer.start();
            TestPeer.await(() -> victim.inputs.size() > 10_000, "the first votes");
            int[] last = {0};
            long[] since = {System.nanoTime()};
            TestPeer.await(
                    () -> {
                        if (victim.inputs.size() != last[0]) {
                            last[0] = victim.inputs.size();
                            since[0] = System.nanoTime();
                        }
                        return System.nanoTime() - since[0] > 300_000_000L;
                    },
                    "a standstill");
            assertTrue(victim.inputs.size() < 200_000, "votes handed in: " + victim.inputs.size());
        }
    }

    /** What pretends to be the leader may be anything, too. */
    @Test
    void aLearnerOutlivesWhatPretendsToBeItsLeader() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        InetSocketAddress leaderPort = TestPeer.quorumAddress(two);
        try (TestPeer learner = TestPeer.start(one);
                ServerSocket leader = new ServerSocket(leaderPort.getPort(), 5, leaderPort.getAddress())) {
            leader.setSoTimeout(PATIENCE_MS);
            for (int i = 0; i < 200; i++) {
                learner.transport.connect(2);
                try (Socket socket = leader.accept()) {
                    long connection = learner.await(Input.LeaderConnected.class, input -> true)
                            .connection();
                    ByteBuf out = Unpooled.buffer();
                    out.writeInt(random.nextInt(20)).writeLong(random.nextInt());
                    out.writeInt(random.nextInt(3) == 0 ? random.nextInt() : -1);
                    out.writeBytes(garbage(random, 100));
                    attack(socket, ByteBufUtil.getBytes(out));
                    if (i % 2 == 0) {
                        learner.transport.disconnect(connection);
                    }
                }
            }
            assertTrue(PlatformDependent.usedDirectMemory() < DIRECT_BYTES_MAX);
            learner.transport.connect(2);
            try (Socket socket = leader.accept()) {
                long connection = learner.await(Input.LeaderConnected.class, input -> true)
                        .connection();
                ByteBuf commit = Unpooled.buffer();
                commit.writeInt(4).writeLong(77).writeInt(-1).writeInt(-1);
                attack(socket, ByteBufUtil.getBytes(commit));
                learner.await(
                        Input.FromLeader.class,
                        input -> input.connection() == connection
                                && input.message().equals(new LeaderMessage.Commit(77)));
            }
        }
    }
}
