package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.SetDataRequest;
import io.netty.buffer.ByteBuf;

/** Requests about the one node that {@link LoopBed} has, whose data is one byte. */
final class NodeRequests {
    private NodeRequests() {}

    static byte[] getData(int xid) {
        return RawClient.request(xid, OpCode.GET_DATA, new GetDataRequest("/a", false));
    }

    static byte[] getDataAndWatch(int xid) {
        return RawClient.request(xid, OpCode.GET_DATA, new GetDataRequest("/a", true));
    }

    static byte[] setData(int xid, int value) {
        return RawClient.request(xid, OpCode.SET_DATA, new SetDataRequest("/a", new byte[] {(byte) value}, -1));
    }

    static byte[] ping() {
        return RawClient.request(-2, OpCode.PING, null);
    }

    static int valueRead(RawClient client, int xid) {
        ByteBuf reply = client.receive();
        ReplyHeader header = ReplyHeader.decode(reply);
        assertEquals(xid, header.xid());
        assertEquals(0, header.err());
        return GetDataResponse.decode(reply).data()[0];
    }
}
