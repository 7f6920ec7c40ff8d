package io.lyrebird.wire.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lyrebird.wire.Hex;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

/** The bytes are those of Apache 3.9.5's FastLeaderElection. */
class NotificationCodecTest {
    private static final String LEADING = "00000002 0000000000000003 0000000500000007 0000000000000004"
            + "0000000000000005 00000002 00000009 76657273696f6e3d30";

    @Test
    void aVoteIsWhatApacheSends() {
        Notification vote = new Notification(PeerState.LEADING, 3, 0x5_0000_0007L, 4, 5, 2, "version=0");
        ByteBuf out = Unpooled.buffer();
        NotificationCodec.encode(vote, out);
        assertEquals(Hex.of(Hex.bytes(LEADING)), Hex.of(out));
        assertEquals(vote, NotificationCodec.decode(out));
    }

    @Test
    void votesOfOlderServersAreUnderstood() {
        assertEquals(
                new Notification(PeerState.LOOKING, 3, 0x5_0000_0007L, 4, 5, 0, ""),
                NotificationCodec.decode(Hex.buf(
                        "00000000 0000000000000003 0000000500000007 0000000000000004" + "0000000000000005 00000001")));
        assertEquals(
                new Notification(PeerState.FOLLOWING, 3, 0x5_0000_0007L, 4, 5, 0, ""),
                NotificationCodec.decode(Hex.buf("00000001 0000000000000003 0000000500000007 0000000000000004")));
    }

    @Test
    void aVoteThatIsCutShortOrClaimsTooMuchIsRefused() {
        byte[] whole = Hex.bytes(LEADING);
        for (int length = 0; length < whole.length; length++) {
            if (length != 28 && length != 40) {
                ByteBuf cut = Unpooled.wrappedBuffer(whole, 0, length);
                assertThrows(MalformedException.class, () -> NotificationCodec.decode(cut), "length " + length);
            }
        }
        ByteBuf hostile = Hex.buf("00000002 0000000000000003 0000000500000007 0000000000000004"
                + "0000000000000005 00000002 7fffffff 00");
        assertThrows(MalformedException.class, () -> NotificationCodec.decode(hostile));
    }

    @Test
    void aStateThatMeansNothingIsRefused() {
        ByteBuf unknown = Hex.buf(LEADING.replaceFirst("00000002", "00000004"));
        assertThrows(MalformedException.class, () -> NotificationCodec.decode(unknown));
    }
}
