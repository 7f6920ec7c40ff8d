package io.lyrebird.wire.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lyrebird.wire.Hex;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes are those that Apache 3.9.5 writes. */
class PeerCodecTest {
    private static final String REQUEST = "00000001 ffffffffffffffff 00000012 0000000000000007 00000009 00000001 abcd"
            + "00000002 00000002 6970 00000009 3132372e302e302e31 00000006 646967657374 00000003 613a62";
    private static final int BYTES_MAX = 1000;

    private static void same(LearnerMessage message, String hex) {
        ByteBuf out = Unpooled.buffer();
        LearnerMessageCodec.encode(message, out);
        assertEquals(Hex.of(Hex.bytes(hex)), Hex.of(out));
        assertEquals(out.readableBytes(), QuorumPacket.length(out, BYTES_MAX));
        LearnerMessage decoded = LearnerMessageCodec.decode(QuorumPacket.decode(out));
        assertEquals(0, out.readableBytes());
        if (!(message instanceof LearnerMessage.Request)) {
            assertEquals(message, decoded);
        }
    }

    private static void same(LeaderMessage message, String hex) {
        ByteBuf out = Unpooled.buffer();
        LeaderMessageCodec.encode(message, out);
        assertEquals(Hex.of(Hex.bytes(hex)), Hex.of(out));
        assertEquals(out.readableBytes(), QuorumPacket.length(out, BYTES_MAX));
        LeaderMessage decoded = LeaderMessageCodec.decode(QuorumPacket.decode(out));
        assertEquals(0, out.readableBytes());
        if (decoded instanceof LeaderMessage.Proposal proposal) {
            assertArrayEquals(((LeaderMessage.Proposal) message).txn(), proposal.txn());
            assertEquals(((LeaderMessage.Proposal) message).zxid(), proposal.zxid());
        } else if (decoded instanceof LeaderMessage.Inform inform) {
            assertArrayEquals(((LeaderMessage.Inform) message).txn(), inform.txn());
        } else {
            assertEquals(message, decoded);
        }
    }

    @Test
    void whatALearnerSaysIsWhatApachesLearnersSay() {
        same(
                new LearnerMessage.LearnerInfo(false, 5, 3, 0x10000, 0x2_0000_0000L),
                "0000000b 0000000500000000 00000014 0000000000000003 00010000 0000000200000000 ffffffff");
        same(
                new LearnerMessage.LearnerInfo(true, 5, 3, 0x10000, 0),
                "00000010 0000000500000000 00000014 0000000000000003 00010000 0000000000000000 ffffffff");
        same(new LearnerMessage.AckEpoch(5, 0x5_0000_0007L), "00000012 0000000500000007 00000004 00000005 ffffffff");
        same(new LearnerMessage.AckEpoch(-1, 0x5_0000_0007L), "00000012 0000000500000007 00000004 ffffffff ffffffff");
        same(new LearnerMessage.Ack(0x6_0000_0001L), "00000003 0000000600000001 ffffffff ffffffff");
        same(
                new LearnerMessage.PingReply(0x6_0000_0001L, List.of(new SessionTouch(7, 4000))),
                "00000005 0000000600000001 0000000c 0000000000000007 00000fa0 ffffffff");
        same(
                new LearnerMessage.Revalidate(7, 4000),
                "00000006 ffffffffffffffff 0000000c 0000000000000007 00000fa0 ffffffff");
    }

    @Test
    void aForwardedRequestKeepsItsBodyAndItsIdentities() {
        List<AuthInfo> identities = List.of(new AuthInfo("ip", "127.0.0.1"), new AuthInfo("digest", "a:b"));
        same(new LearnerMessage.Request(7, 9, 1, new byte[] {(byte) 0xab, (byte) 0xcd}, identities), REQUEST);
        LearnerMessage.Request request =
                (LearnerMessage.Request) LearnerMessageCodec.decode(QuorumPacket.decode(Hex.buf(REQUEST)));
        assertEquals(7, request.sessionId());
        assertEquals(9, request.xid());
        assertEquals(1, request.opCode());
        assertEquals("abcd", Hex.of(request.body()));
        assertEquals(identities, request.identities());
    }

    @Test
    void whatALeaderSaysIsWhatApachesLeadersSay() {
        same(new LeaderMessage.LeaderInfo(6, 0x10000), "00000011 0000000600000000 00000004 00010000 ffffffff");
        same(new LeaderMessage.Diff(0x5_0000_0007L), "0000000d 0000000500000007 ffffffff ffffffff");
        same(new LeaderMessage.Trunc(0x5_0000_0007L), "0000000e 0000000500000007 ffffffff ffffffff");
        same(new LeaderMessage.Snap(0x5_0000_0007L), "0000000f 0000000500000007 ffffffff ffffffff");
        same(
                new LeaderMessage.NewLeader(0x6_0000_0000L, "version=0"),
                "0000000a 0000000600000000 00000009 76657273696f6e3d30 ffffffff");
        same(new LeaderMessage.UpToDate(), "0000000c ffffffffffffffff ffffffff ffffffff");
        same(
                new LeaderMessage.Proposal(0x6_0000_0001L, new byte[] {1, 2, 3}),
                "00000002 0000000600000001 00000003 010203 ffffffff");
        same(
                new LeaderMessage.Inform(0x6_0000_0001L, new byte[] {1, 2, 3}),
                "00000008 0000000600000001 00000003 010203 ffffffff");
        same(new LeaderMessage.Commit(0x6_0000_0001L), "00000004 0000000600000001 ffffffff ffffffff");
        same(new LeaderMessage.Ping(0x6_0000_0001L), "00000005 0000000600000001 ffffffff ffffffff");
        same(new LeaderMessage.SyncDone(), "00000007 0000000000000000 ffffffff ffffffff");
        same(new LeaderMessage.Revalidated(7, true), "00000006 ffffffffffffffff 00000009 0000000000000007 01 ffffffff");
    }

    @Test
    void aPacketIsWholeOnlyWhenItsLastByteIsThere() {
        byte[] whole = Hex.bytes(REQUEST);
        for (int length = 0; length < whole.length; length++) {
            assertEquals(-1, QuorumPacket.length(Unpooled.wrappedBuffer(whole, 0, length), BYTES_MAX));
        }
        ByteBuf twoOfThem = Unpooled.wrappedBuffer(whole, whole);
        assertEquals(whole.length, QuorumPacket.length(twoOfThem, BYTES_MAX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000002 0000000600000001 7fffffff",
                "00000002 0000000600000001 fffffffe",
                "00000002 0000000600000001 000003e9",
                "00000002 0000000600000001 ffffffff 7fffffff",
                "00000002 0000000600000001 ffffffff 00000001 7fffffff"
            })
    void aLengthThatCannotBeIsRefusedBeforeItsBytesCome(String hex) {
        ByteBuf in = Hex.buf(hex);
        assertThrows(MalformedException.class, () -> QuorumPacket.length(in, BYTES_MAX));
    }

    @Test
    void whatTheOtherSideWouldSayIsRefused() {
        QuorumPacket proposal = new QuorumPacket(PacketType.PROPOSAL, 1, new byte[0], null);
        assertThrows(MalformedException.class, () -> LearnerMessageCodec.decode(proposal));
        QuorumPacket ack = new QuorumPacket(PacketType.ACK, 1, null, null);
        assertThrows(MalformedException.class, () -> LeaderMessageCodec.decode(ack));
        QuorumPacket reconfiguration = new QuorumPacket(9, 1, new byte[8], null);
        assertThrows(MalformedException.class, () -> LeaderMessageCodec.decode(reconfiguration));
    }

    @Test
    void aBodyThatIsTooShortIsRefused() {
        for (int type : new int[] {11, 16, 18, 6, 1}) {
            assertThrows(
                    MalformedException.class,
                    () -> LearnerMessageCodec.decode(new QuorumPacket(type, 1, new byte[3], null)));
            assertThrows(
                    MalformedException.class, () -> LearnerMessageCodec.decode(new QuorumPacket(type, 1, null, null)));
        }
        assertThrows(
                MalformedException.class,
                () -> LearnerMessageCodec.decode(new QuorumPacket(PacketType.PING, 1, new byte[13], null)));
        assertThrows(
                MalformedException.class,
                () -> LeaderMessageCodec.decode(new QuorumPacket(PacketType.PROPOSAL, 1, null, null)));
    }

    @Test
    void aLearnerFromBeforeTheConfigurationHadAVersion() {
        LearnerMessage info = LearnerMessageCodec.decode(
                QuorumPacket.decode(Hex.buf("0000000b 0000000500000000 0000000c 0000000000000003 00010000 ffffffff")));
        assertEquals(new LearnerMessage.LearnerInfo(false, 5, 3, 0x10000, 0), info);
    }
}
