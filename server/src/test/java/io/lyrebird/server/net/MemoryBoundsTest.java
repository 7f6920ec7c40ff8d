package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetDataRequest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What connections cost together, where each of them keeps within its own bounds. */
class MemoryBoundsTest {
    private static final int OUTSTANDING_BYTES_MAX = 10_000;
    private static final int BUFFERED_BYTES_MAX = 100_000;

    private final LoopBed bed = new LoopBed(
            new ClientLimits(0xfffff, 0, 0, 1000, OUTSTANDING_BYTES_MAX, 10_000, 1 << 20, BUFFERED_BYTES_MAX, 500),
            List.of());

    private static byte[] setData(int xid, int length) {
        return RawClient.request(xid, OpCode.SET_DATA, new SetDataRequest("/a", new byte[length], -1));
    }

    private static byte[] getData(int xid) {
        return RawClient.request(xid, OpCode.GET_DATA, new GetDataRequest("/a", false));
    }

    private static byte[] ping() {
        return RawClient.request(-2, OpCode.PING, null);
    }

    /** Sends the beginning of a frame whose rest never comes. */
    private static void hold(RawClient client, int bytes) {
        client.send(Arrays.copyOf(setData(1, 900_000), bytes));
    }

    @Test
    void whoHoldsMostIsGivenUpWhenThereIsTooMuch() {
        RawClient large = bed.connect();
        RawClient small = bed.connect();
        RawClient idle = bed.connect();
        hold(large, 30_000);
        assertFalse(large.isClosed());
        hold(small, 15_000);
        hold(large, 50_000);
        assertTrue(large.isClosed());
        assertFalse(small.isClosed());
        assertFalse(idle.isClosed());
        assertTrue(bed.budget.bytes() <= BUFFERED_BYTES_MAX);
        small.channel.close();
        assertEquals(0, bed.budget.bytes());
    }

    @Test
    void readsWaitWhileThereIsNoMemoryForAnswersAndPingsDoNot() {
        RawClient reader = bed.connect();
        bed.budget.change(BUFFERED_BYTES_MAX + 1);
        reader.send(ping(), getData(1));
        reader.receiveHeader(-2, 0);
        assertFalse(reader.hasReceived());
        bed.budget.change(-BUFFERED_BYTES_MAX - 1);
        bed.pass(1);
        reader.receiveHeader(1, 0);
    }

    @Test
    void everybodyWaitsWhileTheCoreHasTooManyBytes() {
        RawClient first = bed.connect();
        RawClient second = bed.connect();
        first.send(setData(1, OUTSTANDING_BYTES_MAX + 1));
        assertEquals(1, bed.core.waiting.size());
        second.send(setData(1, 10));
        first.send(setData(2, 10));
        bed.pass(1);
        assertEquals(1, bed.core.waiting.size());
        bed.core.commitNext();
        first.receiveHeader(1, 0);
        bed.pass(1);
        assertEquals(2, bed.core.waiting.size());
        bed.core.commitAll();
        first.receiveHeader(2, 0);
        second.receiveHeader(1, 0);
        assertEquals(0, bed.outstanding.bytes());
    }

    @Test
    void whatAClosedConnectionHadWithTheCoreDoesNotCount() {
        RawClient client = bed.connect();
        client.send(setData(1, 5_000), setData(2, 4_000));
        assertTrue(bed.outstanding.bytes() > 9_000);
        client.channel.close();
        assertEquals(0, bed.outstanding.bytes());
        assertEquals(0, bed.outstanding.outstanding());
        bed.core.commitAll();
        bed.run();
        assertEquals(0, bed.outstanding.bytes());
    }
}
