package io.lyrebird.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;

/** The client's end of an embedded connection: bytes in, frames out. */
final class RawClient {
    private final LoopBed bed;
    final EmbeddedChannel channel;
    final Connection connection;
    private final ByteBuf received = Unpooled.buffer();
    int writes;

    RawClient(LoopBed bed, EmbeddedChannel channel, Connection connection) {
        this.bed = bed;
        this.channel = channel;
        this.connection = connection;
    }

    static byte[] frame(ByteBuf body) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeInt(body.readableBytes());
        frame.writeBytes(body);
        return ByteBufUtil.getBytes(frame);
    }

    static byte[] connectRequest(long sessionId, long lastZxidSeen, boolean withReadOnly) {
        ByteBuf body = Unpooled.buffer();
        new ConnectRequest(0, lastZxidSeen, 4000, sessionId, new byte[16], false, withReadOnly).encode(body);
        return frame(body);
    }

    static byte[] request(int xid, int opCode, Request request) {
        ByteBuf body = Unpooled.buffer();
        body.writeInt(xid);
        body.writeInt(opCode);
        if (request != null) {
            RequestCodec.encode(opCode, request, body);
        }
        return frame(body);
    }

    static byte[] join(byte[]... parts) {
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(parts));
    }

    /** What arrives in one go. */
    void send(byte[]... parts) {
        channel.writeInbound(Unpooled.copiedBuffer(parts));
        bed.run();
    }

    private void collect() {
        bed.run();
        channel.runPendingTasks();
        ByteBuf out;
        while ((out = channel.readOutbound()) != null) {
            if (out.isReadable()) {
                writes++;
            }
            received.writeBytes(out);
            out.release();
        }
    }

    /** All bytes that were received and not looked at. */
    byte[] receiveAll() {
        collect();
        byte[] all = ByteBufUtil.getBytes(received);
        received.clear();
        return all;
    }

    String receiveText() {
        return new String(receiveAll(), StandardCharsets.UTF_8);
    }

    boolean hasReceived() {
        collect();
        return received.isReadable();
    }

    /** The body of the next frame, header included. */
    ByteBuf receive() {
        collect();
        assertTrue(received.readableBytes() >= Integer.BYTES, "no frame has arrived");
        int length = received.readInt();
        assertTrue(received.readableBytes() >= length, "half a frame has arrived");
        return Unpooled.copiedBuffer(received.readSlice(length));
    }

    ConnectResponse receiveConnectResponse() {
        return ConnectResponse.decode(receive());
    }

    /** The header of the next reply, which must have this xid and error. */
    ReplyHeader receiveHeader(int xid, int err) {
        ReplyHeader header = ReplyHeader.decode(receive());
        assertEquals(xid, header.xid());
        assertEquals(err, header.err());
        return header;
    }

    boolean isClosed() {
        collect();
        return !channel.isOpen();
    }
}
