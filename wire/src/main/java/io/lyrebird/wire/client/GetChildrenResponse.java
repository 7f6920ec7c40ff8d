package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Answers getChildren. */
public record GetChildrenResponse(List<String> children) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeStrings(out, children);
    }

    public static GetChildrenResponse decode(ByteBuf in) {
        return new GetChildrenResponse(Jute.readStrings(in));
    }
}
