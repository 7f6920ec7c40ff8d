package io.lyrebird.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Bytes typed in by hand; blanks and line ends mean nothing. */
public final class Hex {
    private Hex() {}

    public static ByteBuf buf(String hex) {
        return Unpooled.wrappedBuffer(bytes(hex));
    }

    public static byte[] bytes(String hex) {
        return ByteBufUtil.decodeHexDump(hex.replaceAll("\\s", ""));
    }

    public static String of(ByteBuf bytes) {
        return ByteBufUtil.hexDump(bytes);
    }

    public static String of(byte[] bytes) {
        return ByteBufUtil.hexDump(bytes);
    }
}
