package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.AddWatchRequest;
import io.lyrebird.wire.client.AuthPacket;
import io.lyrebird.wire.client.CheckWatchesRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.GetAclRequest;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetEphemeralsRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.RemoveWatchesRequest;
import io.lyrebird.wire.client.SaslRequest;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SetWatchesRequest;
import io.lyrebird.wire.client.SyncRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Frames that are nearly right, from a seed: each costs at most its own connection, and nothing is left behind. */
class HostileClientTest {
    private static final int[] NASTY = {
        -1, -2, 0, 1, 4, 7, 8, 0xffff, 0xfffff, 0x100000, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x72756f6b
    };

    private final List<byte[]> frames = new ArrayList<>();

    HostileClientTest() {
        List<String> paths = List.of("/a", "/missing", "", "/");
        frames.add(RawClient.request(1, OpCode.GET_DATA, new GetDataRequest("/a", true)));
        frames.add(RawClient.request(2, OpCode.EXISTS, new ExistsRequest("/missing", true)));
        frames.add(RawClient.request(3, OpCode.GET_CHILDREN, new GetChildrenRequest("/", true)));
        frames.add(RawClient.request(4, OpCode.GET_CHILDREN2, new GetChildrenRequest("/a", false)));
        frames.add(RawClient.request(5, OpCode.GET_ACL, new GetAclRequest("/a")));
        frames.add(RawClient.request(6, OpCode.GET_EPHEMERALS, new GetEphemeralsRequest("/")));
        frames.add(RawClient.request(7, OpCode.ADD_WATCH, new AddWatchRequest("/a", 1)));
        frames.add(RawClient.request(8, OpCode.CHECK_WATCHES, new CheckWatchesRequest("/a", 3)));
        frames.add(RawClient.request(9, OpCode.REMOVE_WATCHES, new RemoveWatchesRequest("/a", 3)));
        frames.add(RawClient.request(
                -8, OpCode.SET_WATCHES2, new SetWatchesRequest(0, paths, paths, paths, paths, paths)));
        frames.add(RawClient.request(10, OpCode.SET_DATA, new SetDataRequest("/a", new byte[20], -1)));
        frames.add(RawClient.request(11, OpCode.CREATE, new CreateRequest("/b", new byte[3], Acl.OPEN_ACL_UNSAFE, 0)));
        frames.add(RawClient.request(12, OpCode.DELETE, new DeleteRequest("/a", 0)));
        frames.add(RawClient.request(13, OpCode.SYNC, new SyncRequest("/a")));
        frames.add(RawClient.request(-4, OpCode.AUTH, new AuthPacket(0, "digest", new byte[] {'u', ':', 'p'})));
        frames.add(RawClient.request(14, OpCode.SASL, new SaslRequest(new byte[2])));
        frames.add(RawClient.request(15, OpCode.WHO_AM_I, null));
        frames.add(RawClient.request(-2, OpCode.PING, null));
        frames.add(RawClient.request(16, OpCode.MULTI, null));
        frames.add(RawClient.request(17, OpCode.MULTI_READ, null));
        frames.add(RawClient.request(18, OpCode.CLOSE_SESSION, null));
    }

    @Test
    void nearlyRightFramesCostOnlyTheirConnection() {
        for (long seed = 1; seed <= 40; seed++) {
            LoopBed bed = new LoopBed();
            RawClient steady = bed.connect();
            SplittableRandom random = new SplittableRandom(seed);
            List<RawClient> hostile = new ArrayList<>();
            for (int step = 0; step < 200; step++) {
                hostile.removeIf(RawClient::isClosed);
                if (hostile.size() < 8) {
                    hostile.add(random.nextInt(4) == 0 ? bed.open() : bed.connect());
                }
                RawClient client = hostile.get(random.nextInt(hostile.size()));
                client.send(pieces(random));
                client.receiveAll();
                if (random.nextInt(3) == 0) {
                    bed.core.commitAll();
                }
                steady.send(RawClient.request(-2, OpCode.PING, null));
                steady.receiveHeader(-2, 0);
            }
            assertNothingIsLeft(bed, steady, hostile, seed);
        }
    }

    private byte[] pieces(SplittableRandom random) {
        byte[] bytes = {};
        for (int i = 0; i <= random.nextInt(4); i++) {
            bytes = RawClient.join(
                    bytes, mutate(frames.get(random.nextInt(frames.size())).clone(), random));
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    private static byte[] mutate(byte[] frame, SplittableRandom random) {
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(frame.length);
            if (random.nextBoolean()) {
                frame[at] = (byte) random.nextInt();
            } else if (at + Integer.BYTES <= frame.length) {
                int value = NASTY[random.nextInt(NASTY.length)];
                for (int b = 0; b < Integer.BYTES; b++) {
                    frame[at + b] = (byte) (value >>> 24 - 8 * b);
                }
            }
        }
        return frame;
    }

    private static void assertNothingIsLeft(LoopBed bed, RawClient steady, List<RawClient> hostile, long seed) {
        bed.core.commitAll();
        hostile.forEach(client -> {
            client.channel.close();
            assertTrue(client.isClosed());
        });
        assertEquals(1, bed.loop.connections().size(), "seed " + seed);
        steady.channel.close();
        assertTrue(steady.isClosed());
        assertEquals(0, bed.loop.watches().watchCount(), "seed " + seed);
        assertEquals(0, bed.outstanding.outstanding(), "seed " + seed);
        assertEquals(0, bed.memory.metric().usedHeapMemory(), "seed " + seed);
        assertEquals(0, bed.memory.metric().usedDirectMemory(), "seed " + seed);
    }
}
