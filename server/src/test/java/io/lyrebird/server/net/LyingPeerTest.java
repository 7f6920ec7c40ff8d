package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.peer.AuthInfo;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.LearnerMessageCodec;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.NotificationCodec;
import io.lyrebird.wire.peer.PeerState;
import io.lyrebird.wire.peer.SessionTouch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What speaks the protocol between servers but says what no server would: nonsense costs its own connection at most. The
 * servers stay, and serve.
 */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LyingPeerTest {
    private static final long SEED = 20261118;
    private static final int LIARS = 300;
    private static final int LIARS_TO_A_LEADER = 10;
    private static final int PATIENCE_MS = 10_000;
    private static final long[] ZXIDS = {
        0, 1, -1, 1L << 32, 2L << 32, (1L << 32) + 1, (1L << 32) + 5, Long.MAX_VALUE, Long.MIN_VALUE, 0xffffffffL
    };
    private static final int[] OP_CODES = {
        OpCode.CREATE,
        OpCode.DELETE,
        OpCode.SET_DATA,
        OpCode.MULTI,
        OpCode.SYNC,
        OpCode.CREATE_SESSION,
        OpCode.CLOSE_SESSION,
        OpCode.GET_DATA,
        OpCode.RECONFIG,
        OpCode.CHECK,
        OpCode.DELETE_CONTAINER,
        -5,
        12345
    };

    @TempDir
    Path folder;

    @Test
    void learnersThatLieDoNotStopTheLeader() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        try (EnsembleBed bed = new EnsembleBed(folder)) {
            EnsembleConfig.Address port = null;
            int deep = 0;
            for (int i = 0; i < LIARS; i++) {
                if (i % LIARS_TO_A_LEADER == 0) {
                    // one that pretends to be a follower may have cost the leader its quorum
                    bed.await(() -> bed.leader() != 0);
                    port = bed.ensemble(Math.max(1, bed.leader()))
                            .self()
                            .quorumAddresses()
                            .get(0);
                }
                try (Socket socket = new Socket(port.host(), port.port())) {
                    socket.setSoTimeout(PATIENCE_MS);
                    deep += lie(socket, random) ? 1 : 0;
                }
            }
            assertTrue(deep > LIARS / 20, "few got beyond the epoch: " + deep);
            assertServes(bed, "/after-learners");
        }
    }

    /** @return whether the leader went on to bring it into step */
    private static boolean lie(Socket socket, SplittableRandom random) throws IOException {
        boolean honest = random.nextBoolean();
        send(
                socket,
                new LearnerMessage.LearnerInfo(
                        random.nextBoolean(),
                        honest ? 0 : random.nextInt() & 0xffffffffL,
                        honest || random.nextInt(5) > 0 ? random.nextInt(5, 99) : random.nextInt(-2, 5),
                        honest || random.nextInt(4) > 0 ? LearnerMessage.LearnerInfo.PROTOCOL_VERSION : 1,
                        honest ? 0 : ZXIDS[random.nextInt(ZXIDS.length)]));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        try {
            if (honest) {
                in.readFully(new byte[24]);
                send(socket, new LearnerMessage.AckEpoch(random.nextInt(-1, 3), zxid(random)));
                in.readInt();
            }
            for (int n = random.nextInt(20); n > 0; n--) {
                send(socket, nonsense(random));
            }
            socket.shutdownOutput();
            // all of it has been looked at when the other side ends it
            byte[] rest = new byte[1 << 16];
            while (in.read(rest) >= 0) {
                // what it says is of no interest
            }
            return honest;
        } catch (IOException e) {
            return false; // thrown out
        }
    }

    private static LearnerMessage nonsense(SplittableRandom random) {
        byte[] body = new byte[random.nextInt(60)];
        random.nextBytes(body);
        return switch (random.nextInt(6)) {
            case 0 -> new LearnerMessage.Ack(zxid(random));
            case 1 ->
                new LearnerMessage.PingReply(
                        zxid(random), List.of(new SessionTouch(random.nextLong(), random.nextInt())));
            case 2 -> new LearnerMessage.Revalidate(random.nextLong(), random.nextInt());
            case 3 -> new LearnerMessage.AckEpoch(random.nextInt(), zxid(random));
            default ->
                new LearnerMessage.Request(
                        random.nextLong(),
                        random.nextInt(),
                        OP_CODES[random.nextInt(OP_CODES.length)],
                        body,
                        List.of(new AuthInfo("ip", "somewhere"), new AuthInfo("no", "scheme")));
        };
    }

    private static long zxid(SplittableRandom random) {
        return random.nextInt(5) == 0 ? random.nextLong() : ZXIDS[random.nextInt(ZXIDS.length)];
    }

    private static void send(Socket socket, LearnerMessage message) throws IOException {
        ByteBuf out = Unpooled.buffer();
        LearnerMessageCodec.encode(message, out);
        socket.getOutputStream().write(ByteBufUtil.getBytes(out));
    }

    @Test
    void votesThatLieDoNotStopAnyServer() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        try (EnsembleBed bed = new EnsembleBed(folder)) {
            for (int i = 0; i < LIARS; i++) {
                int victim = random.nextInt(1, 5);
                EnsembleConfig.Address port =
                        bed.ensemble(victim).self().electionAddresses().get(0);
                try (Socket socket = new Socket(port.host(), port.port())) {
                    ByteBuf out = Unpooled.buffer();
                    // above all members, so that the connection stays, or now and then as one of them
                    out.writeLong(random.nextInt(5) == 0 ? victim + 1 : random.nextInt(100, 110));
                    for (int n = random.nextInt(1, 6); n > 0; n--) {
                        ByteBuf vote = Unpooled.buffer();
                        NotificationCodec.encode(vote(random), vote);
                        out.writeInt(vote.readableBytes());
                        out.writeBytes(vote);
                    }
                    socket.getOutputStream().write(ByteBufUtil.getBytes(out));
                }
            }
            assertServes(bed, "/after-votes");
        }
    }

    private static Notification vote(SplittableRandom random) {
        return new Notification(
                PeerState.values()[random.nextInt(4)],
                random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1, 5),
                zxid(random),
                random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(5),
                random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(3),
                Notification.VERSION,
                random.nextBoolean() ? "version=ffffffff" : "server.1=nonsense\nversion=0");
    }

    /** A liar that pretends to be a member costs that one its connection: it takes a moment until all are back. */
    private static void assertServes(EnsembleBed bed, String path) throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        bed.await(() -> isServed(bed, path + attempts.incrementAndGet()));
    }

    private static boolean isServed(EnsembleBed bed, String path) {
        if (bed.leader() == 0
                || bed.servers.keySet().stream().anyMatch(id -> bed.mode(id).isEmpty())) {
            return false;
        }
        try {
            EnsembleBed.create(bed.connect(bed.leader()), 1, path);
            for (int id : bed.servers.keySet()) {
                EnsembleBed.assertReads(bed.connect(id), 1, path);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
