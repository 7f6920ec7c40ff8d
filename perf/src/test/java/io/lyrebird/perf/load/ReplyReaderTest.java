package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.ReplyHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyReaderTest {
    private static final int[] BODY_BYTES = {0, 5, 100, 0, 1};
    private static final List<String> REPLIES = List.of("1:0", "2:-101", "-1:0", "4:0", "5:-110");

    @Test
    void findsEveryReplyWhereverTheBytesAreCut() {
        ByteBuf all = stream();
        for (int first = 0; first <= all.readableBytes(); first++) {
            for (int second = first; second <= all.readableBytes(); second++) {
                List<String> seen = new ArrayList<>();
                ReplyReader reader = new ReplyReader();
                read(reader, all.slice(0, first), seen);
                read(reader, all.slice(first, second - first), seen);
                read(reader, all.slice(second, all.readableBytes() - second), seen);
                assertEquals(REPLIES, seen, "cut at " + first + " and " + second);
            }
        }
    }

    @Test
    void aReplyIsThereWithItsLastByte() {
        ByteBuf all = stream();
        int firstTwo = 2 * (Integer.BYTES + ReplyHeader.BYTES) + BODY_BYTES[0] + BODY_BYTES[1];
        List<String> seen = new ArrayList<>();
        ReplyReader reader = new ReplyReader();
        read(reader, all.slice(0, firstTwo - 1), seen);
        assertEquals(REPLIES.subList(0, 1), seen);
        read(reader, all.slice(firstTwo - 1, 1), seen);
        assertEquals(REPLIES.subList(0, 2), seen);
    }

    @Test
    void aLengthThatCannotBeIsRefused() {
        for (int length : new int[] {-1, 0, ReplyHeader.BYTES - 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            ByteBuf in = Unpooled.buffer().writeInt(length);
            new ReplyHeader(1, 1, 0).encode(in);
            assertThrows(MalformedException.class, () -> new ReplyReader().read(in, (xid, error) -> {}));
        }
    }

    private static void read(ReplyReader reader, ByteBuf part, List<String> seen) {
        reader.read(part, (xid, error) -> seen.add(xid + ":" + error));
        assertEquals(0, part.readableBytes());
    }

    private static ByteBuf stream() {
        ByteBuf out = Unpooled.buffer();
        for (int i = 0; i < BODY_BYTES.length; i++) {
            String[] xidAndError = REPLIES.get(i).split(":");
            out.writeInt(ReplyHeader.BYTES + BODY_BYTES[i]);
            new ReplyHeader(Integer.parseInt(xidAndError[0]), 77, Integer.parseInt(xidAndError[1])).encode(out);
            out.writeZero(BODY_BYTES[i]);
        }
        return out;
    }
}
