package io.lyrebird.server.quorum;

import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.LearnerMessageCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Bytes as they travel. */
final class TestPackets {
    private TestPackets() {}

    static byte[] encode(LearnerMessage message) {
        ByteBuf out = Unpooled.buffer();
        LearnerMessageCodec.encode(message, out);
        return ByteBufUtil.getBytes(out);
    }
}
