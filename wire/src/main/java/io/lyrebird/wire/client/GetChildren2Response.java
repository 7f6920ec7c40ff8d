package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Answers getChildren2. */
public record GetChildren2Response(List<String> children, Stat stat) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeStrings(out, children);
        stat.encode(out);
    }

    public static GetChildren2Response decode(ByteBuf in) {
        return new GetChildren2Response(Jute.readStrings(in), Stat.decode(in));
    }
}
