package io.lyrebird.server.net;

import static io.lyrebird.server.net.NodeRequests.getData;
import static io.lyrebird.server.net.NodeRequests.getDataAndWatch;
import static io.lyrebird.server.net.NodeRequests.ping;
import static io.lyrebird.server.net.NodeRequests.setData;
import static io.lyrebird.server.net.NodeRequests.valueRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.core.CoreInput;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.SetWatchesRequest;
import io.lyrebird.wire.client.SyncRequest;
import io.lyrebird.wire.client.SyncResponse;
import io.lyrebird.wire.client.WatcherEvent;
import io.lyrebird.wire.client.Xid;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests of a connection may pass which, and what each of them sees. */
class RequestOrderTest {
    private final LoopBed bed = new LoopBed();

    @Test
    void aReadSeesTheWritesBeforeItAndNoneBehindIt() {
        RawClient client = bed.connect();
        client.send(setData(1, 11), setData(2, 12), getData(3), setData(4, 14), getData(5), ping());
        assertEquals(4, bed.core.waiting.size(), "a read between two writes goes with them; one behind them waits");
        bed.core.commitNext();
        client.receiveHeader(1, 0);
        assertFalse(client.hasReceived(), "a read passed a write of its own session");
        bed.core.commitNext();
        client.receiveHeader(2, 0);
        assertFalse(client.hasReceived());
        bed.core.commitNext();
        bed.core.commitNext();
        assertEquals(12, valueRead(client, 3));
        client.receiveHeader(4, 0);
        assertEquals(14, valueRead(client, 5));
        assertEquals(3 + 1, client.receiveHeader(-2, 0).zxid());
    }

    @Test
    void aWriteThatComesLaterTakesTheReadsBeforeItAlong() {
        RawClient client = bed.connect();
        client.send(setData(1, 11), getData(2), getData(3));
        assertEquals(1, bed.core.waiting.size(), "there is nothing that the reads hold up");
        client.send(setData(4, 14));
        assertEquals(4, bed.core.waiting.size());
        bed.core.commitAll();
        client.receiveHeader(1, 0);
        assertEquals(11, valueRead(client, 2));
        assertEquals(11, valueRead(client, 3));
        client.receiveHeader(4, 0);
        client.send(getData(5));
        assertEquals(14, valueRead(client, 5));
    }

    @Test
    void whatIsNoPlainReadHoldsUpTheWritesBehindIt() {
        RawClient client = bed.connect();
        client.send(setData(1, 11), getData(2), ping(), setData(4, 14));
        assertEquals(1, bed.core.waiting.size());
        bed.core.commitNext();
        client.receiveHeader(1, 0);
        assertEquals(11, valueRead(client, 2));
        client.receiveHeader(-2, 0);
        assertEquals(1, bed.core.waiting.size());
    }

    @Test
    void aWatchThatTravelsIsFiredByTheWriteBehindIt() {
        RawClient client = bed.connect();
        client.send(setData(1, 11), getDataAndWatch(2), setData(3, 13));
        bed.core.commitAll();
        client.receiveHeader(1, 0);
        assertEquals(11, valueRead(client, 2));
        ByteBuf event = client.receive();
        assertEquals(Xid.NOTIFICATION, ReplyHeader.decode(event).xid());
        client.receiveHeader(3, 0);
    }

    @Test
    void aReadThatTravelsForAConnectionThatIsGoneLeavesNoWatch() {
        RawClient client = bed.connect();
        client.send(setData(1, 11), getDataAndWatch(2), setData(3, 13));
        client.channel.close();
        bed.core.commitAll();
        assertEquals(0, bed.loop.watches().watchCount());
    }

    @Test
    void aReadWaitsForNobodyElsesWrites() {
        RawClient writer = bed.connect();
        RawClient reader = bed.connect();
        writer.send(setData(1, 11));
        reader.send(getData(1));
        assertEquals(1, valueRead(reader, 1));
    }

    @Test
    void syncIsAnsweredInOrder() {
        RawClient client = bed.connect();
        client.send(setData(1, 11), RawClient.request(2, OpCode.SYNC, new SyncRequest("/a")), getData(3));
        bed.core.commitNext();
        client.receiveHeader(1, 0);
        assertFalse(client.hasReceived());
        bed.core.commitNext();
        ByteBuf reply = client.receive();
        assertEquals(2, ReplyHeader.decode(reply).xid());
        assertEquals("/a", SyncResponse.decode(reply).path());
        assertEquals(11, valueRead(client, 3));
    }

    @Test
    void aWatchEventGoesOutBeforeTheReplyThatShowsTheChange() {
        RawClient writer = bed.connect();
        RawClient watcher = bed.connect();
        watcher.send(getDataAndWatch(1));
        watcher.receiveHeader(1, 0);
        writer.send(setData(1, 42));
        CoreInput.Write write = (CoreInput.Write) bed.core.waiting.peek();
        assertEquals(101, write.request().sessionId());
        bed.phases.afterWrite(() -> {}); // the loop is not woken: the read itself has to find the event
        bed.core.commitNext();
        watcher.send(getData(2));
        ByteBuf first = watcher.receive();
        assertEquals(new ReplyHeader(-1, 2, 0), ReplyHeader.decode(first));
        assertEquals(new WatcherEvent(3, 3, "/a"), WatcherEvent.decode(first));
        assertEquals(42, valueRead(watcher, 2));
        writer.receiveHeader(1, 0);
    }

    @Test
    void eventsThatSetWatchesCausesComeBeforeItsReply() {
        RawClient client = bed.connect();
        List<String> none = List.of();
        client.send(RawClient.request(
                -8, OpCode.SET_WATCHES2, new SetWatchesRequest(0, List.of("/a", "/gone"), none, none, none, none)));
        ByteBuf changed = client.receive();
        assertEquals(new ReplyHeader(-1, -1, 0), ReplyHeader.decode(changed));
        assertEquals(new WatcherEvent(3, 3, "/a"), WatcherEvent.decode(changed));
        ByteBuf deleted = client.receive();
        assertEquals(new ReplyHeader(-1, -1, 0), ReplyHeader.decode(deleted));
        assertEquals(new WatcherEvent(2, 3, "/gone"), WatcherEvent.decode(deleted));
        client.receiveHeader(-8, 0);
        assertFalse(client.hasReceived());
    }

    @Test
    void watchesGoWithTheirConnection() {
        RawClient client = bed.connect();
        client.send(getDataAndWatch(1));
        assertEquals(1, bed.loop.watches().watchCount());
        client.channel.close();
        assertTrue(client.isClosed());
        assertEquals(0, bed.loop.watches().watchCount());
        assertEquals(101, bed.core.seen(CoreInput.Disconnected.class).get(0).sessionId());
    }
}
